import type { ReactNode } from 'react'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { Option } from './options.tsx'

/** Above so many options only those in sight are in the document. */
const VIRTUAL_ABOVE = 100
/** Pixels. */
const ONE_LINE = { rowHeight: 32, padding: 4 }
/** Rows with a second line are measured: it may be long. */
const TWO_LINES = { estimatedRowHeight: 48, padding: 4 }

/** Whether a list of options is too long to be in the document as a whole; then it needs a height of its own. */
export const isLong = (items: readonly Option[]): boolean => items.length > VIRTUAL_ABOVE

/** Around a list of options: has only those of a long one drawn that are in sight. */
export function LongList({ items, children }: { items: readonly Option[]; children: ReactNode }) {
  if (!isLong(items)) return children
  const hasTwoLines = items.some(({ description }) => description)
  return (
    <Virtualizer layout={ListLayout} layoutOptions={hasTwoLines ? TWO_LINES : ONE_LINE}>
      {children}
    </Virtualizer>
  )
}
