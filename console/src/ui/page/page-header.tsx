import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: string
  icon?: ReactNode
  /** Under the title: a summary or the state. */
  children?: ReactNode
  /** At the right: docs popover, page menu, buttons. */
  actions?: ReactNode
}

/** The head of a page: its only h1, and the actions on the whole page. */
export function PageHeader({ title, icon, children, actions }: PageHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="flex min-w-0 items-center gap-2.5 text-xl font-semibold">
          {icon && <span className="text-text-muted [&>svg]:size-5">{icon}</span>}
          <span className="min-w-0 wrap-anywhere">{title}</span>
        </h1>
        {children}
      </div>
      {actions && <div className="ml-auto flex flex-wrap items-center gap-1.5">{actions}</div>}
    </header>
  )
}

/** A row of controls above a table: filters and refresh at the left, create buttons at the right. */
export const Toolbar = ({ children, end }: { children?: ReactNode; end?: ReactNode }) => (
  <div className="mb-3 flex flex-wrap items-center gap-2">
    {children}
    {end && <div className="ml-auto flex items-center gap-2">{end}</div>}
  </div>
)
