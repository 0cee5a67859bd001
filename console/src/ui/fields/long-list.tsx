import type { ReactNode } from 'react'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import type { Option } from './options.tsx'

/** Above so many options only those in sight are in the document. */
const VIRTUAL_ABOVE = 100
const PADDING = 4
/** Pixels, before a row has been measured: of one with a label, and of one with a second line. */
const ROW = 32
const TALL_ROW = 50

/** Whether a list of options is too long to be in the document as a whole; then it needs a height of its own. */
export const isLong = (items: readonly Option[]): boolean => items.length > VIRTUAL_ABOVE

/** Around a list of options: has only those of a long one drawn that are in sight. Labels may wrap, so rows are measured. */
export function LongList({ items, children }: { items: readonly Option[]; children: ReactNode }) {
  if (!isLong(items)) return children
  const estimatedRowHeight = items.some(({ description }) => description) ? TALL_ROW : ROW
  return (
    <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowHeight, padding: PADDING }}>
      {children}
    </Virtualizer>
  )
}
