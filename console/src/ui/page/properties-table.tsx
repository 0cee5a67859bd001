import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { capitals } from '../format/abbreviations.ts'
import { Subject } from '../subject.ts'
import { Tip } from '../tooltip.tsx'

type PropertiesTableProps = { columns?: 1 | 2 | 'beside'; className?: string; children: ReactNode }

/** Properties of a resource, label by label; in two columns where there is room, read from left to right, or in one at the right of a wide page (`BesideFacts`). */
export const PropertiesTable = ({ columns = 1, className, children }: PropertiesTableProps) => (
  <dl
    aria-label="Properties table"
    data-columns={columns}
    className={classNames(
      'group grid overflow-hidden rounded-md border border-border bg-surface-raised text-sm',
      columns === 2 && 'min-[1000px]:grid-cols-2',
      columns === 'beside' && 'min-[1000px]:max-[100rem]:grid-cols-2',
      className,
    )}
  >
    {children}
  </dl>
)

/** One label and its value, with a tip about the label on demand. The value truncates itself. */
export const Property = ({ label, tip, children }: { label: string; tip?: string; children: ReactNode }) => (
  <div className="-mt-px flex min-h-9 min-w-0 items-center gap-3 border-t border-border px-3 py-1 min-[1000px]:group-data-[columns=2]:odd:border-r min-[1000px]:max-[100rem]:group-data-[columns=beside]:odd:border-r">
    <dt className="flex w-36 shrink-0 items-center gap-1.5 text-text-muted">
      <span className={classNames('first-letter:uppercase', capitals(label))}>{label}</span>
      {tip && <Tip>{tip}</Tip>}
    </dt>
    {/* The fill of a state reaches over the edge, where the cut must not be. */}
    <dd className="-ml-1.5 min-w-0 grow truncate pl-1.5">
      <Subject value={label}>{children}</Subject>
    </dd>
  </div>
)
