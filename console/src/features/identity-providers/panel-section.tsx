import type { ReactNode } from 'react'

type PanelSectionProps = { title: string; hint?: ReactNode; children: ReactNode }

/** A section of a long panel, with a heading. */
export const PanelSection = ({ title, hint, children }: PanelSectionProps) => (
  <section className="flex flex-col gap-5 border-t border-border pt-5">
    <div>
      <h3 className="text-base font-semibold">{title}</h3>
      {hint && <p className="mt-0.5 text-sm text-text-muted">{hint}</p>}
    </div>
    {children}
  </section>
)
