import type { ReactNode } from 'react'

/** A section of the gallery: its title, and the samples side by side. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-t border-border py-6">
    <h2 className="mb-4 text-lg font-semibold">{title}</h2>
    <div className="flex flex-col gap-5">{children}</div>
  </section>
)

/** Samples in a row, with a caption. */
export const Row = ({ label, children }: { label?: string; children: ReactNode }) => (
  <div>
    {label && <div className="mb-1.5 text-xs text-text-muted">{label}</div>}
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </div>
)
