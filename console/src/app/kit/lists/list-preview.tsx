import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useIsWide } from '../../../ui/use-wide.ts'

/** A pane beside a table, which shows one row. */
export type PreviewPane<Row> = ComponentType<{ row: Row }>

/** Returns the row that the pane of a list shows, the focused one or the first, and how the table chooses it. */
export function usePreview<Row>(
  pane: PreviewPane<Row> | undefined,
  rows: readonly Row[] | undefined = [],
  rowId: (row: Row) => string,
) {
  const isWide = useIsWide()
  const [shownId, onShow] = useState<string>()
  const row = pane && isWide ? (rows.find((one) => rowId(one) === shownId) ?? rows[0]) : undefined
  return { row, choice: row && { shown: rowId(row), onShow } }
}

type WithPreviewProps<Row> = {
  pane: PreviewPane<Row> | undefined
  row: Row | undefined
  children: ReactNode
}

/** Puts the pane at the right of a table, as high as the screen at most. */
export function WithPreview<Row>({ pane: Pane, row, children }: WithPreviewProps<Row>) {
  if (!Pane || row === undefined) return children
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_20rem] min-[100rem]:grid-cols-[minmax(0,1fr)_22rem] items-start gap-6">
      <div className="min-w-0">{children}</div>
      <section
        aria-label="Preview"
        className="sticky top-16 flex max-h-[calc(100vh-8rem)] flex-col gap-3 overflow-y-auto rounded-md border border-border bg-surface-raised p-4"
      >
        <Suspense fallback={null}>
          <Pane row={row} />
        </Suspense>
      </section>
    </div>
  )
}
