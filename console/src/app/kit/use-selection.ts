import { useMemo, useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

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
  const [selected, setSelected] = useState(NONE)
  const [whole, setWhole] = useState<{ key: string; rows: Row[] } | null>(null)
  const all = whole?.key === key ? whole.rows : null
  // A row that is deleted, or on another page, isn't selected any more.
  const onPage = useMemo(() => rows?.filter((row) => selected.has(rowId(row))) ?? [], [rows, selected, rowId])
  const isPageFull = onPage.length > 0 && onPage.length === rows?.length
  const change = (next: ReadonlySet<string>) => {
    setWhole(null)
    setSelected(next)
  }
  return {
    rows: all ?? onPage,
    change,
    clear: () => change(NONE),
    /** Selects the rows of all pages. Available once the whole page is selected and there are more pages. */
    selectAll:
      readAll && !all && isPageFull && (hasNext || !isFirst)
        ? async () => setWhole({ key, rows: await readAll() })
        : undefined,
  }
}
