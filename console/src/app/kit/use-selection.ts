import { useMemo, useState } from 'react'

const NONE: ReadonlySet<string> = new Set()

type Listed<Row> = {
  /** Of the page that is shown. */
  rows: Row[] | undefined
  rowId: (row: Row) => string
  /** What is listed: of another list nothing is selected. */
  key?: string
  isFirst: boolean
  hasNext: boolean
  readAll?: () => Promise<Row[]>
}

/** Which rows of a list are selected: some of the page that is shown, or all of the list. */
export function useSelection<Row>({ rows, rowId, key = '', isFirst, hasNext, readAll }: Listed<Row>) {
  const [selected, setSelected] = useState(NONE)
  const [whole, setWhole] = useState<{ key: string; rows: Row[] } | null>(null)
  const all = whole?.key === key ? whole.rows : null
  // A row that is gone, or on another page, is not selected any more.
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
    /** Selects the rows of all pages; there once the whole page is selected, and is not the whole list. */
    selectAll:
      readAll && !all && isPageFull && (hasNext || !isFirst)
        ? async () => setWhole({ key, rows: await readAll() })
        : undefined,
  }
}
