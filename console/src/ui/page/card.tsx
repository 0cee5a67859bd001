import type { ReactNode } from 'react'

type CardProps = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  footer?: ReactNode
  children?: ReactNode
}

/** A section of a page with its own heading. */
export const Card = ({ title, description, actions, footer, children }: CardProps) => (
  <section className="rounded-md border border-border bg-surface-raised">
    <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-60">
        <h2 className="text-base font-semibold">{title}</h2>
        {description && <p className="mt-0.5 text-sm text-text-muted">{description}</p>}
      </div>
      {actions && <div className="flex items-center gap-2">{actions}</div>}
    </header>
    {children && <div className="px-4 pb-4">{children}</div>}
    {footer && <footer className="flex justify-end border-t border-border px-4 py-3">{footer}</footer>}
  </section>
)
