import { useMemo, useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

/** IDs of rows of the page, and the rows of the whole list of a key if it is selected. */
type Selected<Row> = { selected: ReadonlySet<string>; whole: { key: string; rows: Row[] } | null }

type Listed<Row> = {
  /** Rows of the current page. */
  rows: Row[] | undefined
  rowId: (row: Row) => string
  /** Identifies the list: another list starts without a selection. */
  key?: string
  isFirst: boolean
  hasNext: boolean
  readAll?: () => Promise<Row[]>
}

/** The selected rows of a list: some of the current page, or the whole list. */
export function useSelection<Row>({ rows, rowId, key = '', isFirst, hasNext, readAll }: Listed<Row>) {
  const [{ selected, whole }, set] = useState<Selected<Row>>({ selected: NONE, whole: null })
  const all = whole?.key === key ? whole.rows : null
  // A row that is deleted, or on another page, isn't selected any more.
  const onPage = useMemo(() => rows?.filter((row) => selected.has(rowId(row))) ?? [], [rows, selected, rowId])
  const isPageFull = onPage.length > 0 && onPage.length === rows?.length
  const change = (next: ReadonlySet<string>) => set({ selected: next, whole: null })
  /** A change of the selection while the list is read is a younger wish. */
  const select = (rowsOfAll: Row[]) =>
    set((now) => (now.selected === selected ? { selected, whole: { key, rows: rowsOfAll } } : now))
  return {
    rows: all ?? onPage,
    change,
    clear: () => change(NONE),
    /** Selects the rows of all pages. Available once the whole page is selected and there are more pages. */
    selectAll:
      readAll && !all && isPageFull && (hasNext || !isFirst)
        ? async () => select(await readAll())
        : undefined,
  }
}
