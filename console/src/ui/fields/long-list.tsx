import type { ReactNode } from 'react'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { Option } from './options.tsx'

/** Above this many options only the visible ones are in the document. */
const VIRTUAL_ABOVE = 100
/** Pixels. */
const ONE_LINE = { rowHeight: 32, padding: 4 }
/** Rows with a second line are measured, because it may be long. */
const TWO_LINES = { estimatedRowHeight: 48, padding: 4 }

/** Whether a list of options is too long to render as a whole; then it needs a height of its own. */
export const isLong = (items: readonly Option[]): boolean => items.length > VIRTUAL_ABOVE

/** Wraps a list of options and renders only the visible ones of a long list. */
export function LongList({ items, children }: { items: readonly Option[]; children: ReactNode }) {
  if (!isLong(items)) return children
  const hasTwoLines = items.some(({ description }) => description)
  return (
    <Virtualizer layout={ListLayout} layoutOptions={hasTwoLines ? TWO_LINES : ONE_LINE}>
      {children}
    </Virtualizer>
  )
}
