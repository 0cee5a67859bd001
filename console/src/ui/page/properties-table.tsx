import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** What is known of one thing, label by label; in two columns where there is room and it is asked for. */
export const PropertiesTable = ({ columns = 1, children }: { columns?: 1 | 2; children: ReactNode }) => (
  <dl
    aria-label="Properties table"
    className={classNames(
      'grid grid-cols-1 gap-x-10 rounded-md border border-border bg-surface-raised px-4 py-1 text-sm',
      columns === 2 && 'min-[1000px]:grid-cols-2',
    )}
  >
    {children}
  </dl>
)

/** One label and its value. */
export const Property = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-h-9 min-w-0 items-center gap-3 py-1">
    <dt className="w-32 shrink-0 text-text-muted">{label}</dt>
    <dd className="min-w-0 grow">{children}</dd>
  </div>
)
