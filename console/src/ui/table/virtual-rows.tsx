import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

type VirtualRowsProps = {
  count: number
  /** Pixels; all rows have the same height. */
  rowHeight: number
  columnCount: number
  renderRow: (index: number) => ReactNode
}

/** Renders only the rows near the window. The page scrolls, not the table. */
export default function VirtualRows({ count, rowHeight, columnCount, renderRow }: VirtualRowsProps) {
  const start = useRef<HTMLTableRowElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const top = start.current?.getBoundingClientRect().top ?? 0
    setScrollMargin(top + window.scrollY)
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- this component is never memoised by a compiler
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin,
  })
  // The estimate is the exact size, and changes with the density.
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? scrollMargin) - scrollMargin
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <>
      <Gap ref={start} height={before} columnCount={columnCount} />
      {items.map((item) => renderRow(item.index))}
      <Gap height={after} columnCount={columnCount} />
    </>
  )
}

const Gap = ({
  height,
  columnCount,
  ref,
}: {
  height: number
  columnCount: number
  ref?: React.Ref<HTMLTableRowElement>
}) => (
  <tr ref={ref} aria-hidden className="gap">
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- it holds a place and nothing else */}
    <td colSpan={columnCount} style={{ height }} />
  </tr>
)
