import type { ReactNode } from 'react'
import { Tooltip } from '../tooltip.tsx'
import { Missing } from './missing.tsx'

type ListValueProps = {
  items: ReactNode[]
  /** Heading of the tooltip with the rest: 'Other external IPs'. */
  title: string
}

/** Several values in one cell: the first, then '+2', whose tooltip lists the others. */
export function ListValue({ items: [first, ...rest], title }: ListValueProps) {
  if (first === undefined) return <Missing />
  return (
    <span className="inline-flex items-center gap-1.5">
      {first}
      {rest.length > 0 && (
        <Tooltip
          content={
            <>
              <div className="mb-0.5 text-text-muted">{title}</div>
              {rest.map((item, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the entries have no other key
                <div key={index}>{item}</div>
              ))}
            </>
          }
        >
          <button type="button" className="relative z-1 text-text-muted">
            +{rest.length}
          </button>
        </Tooltip>
      )}
    </span>
  )
}
