import { useEffect, useMemo, useState } from 'react'
import { importWithRetry } from '../../../ui/import-with-retry.ts'
import type { Column } from '../../../ui/table/columns.ts'
import type { Tagged } from './tags-cell.tsx'

/** Loads after the rows, which matter more. */
const load = importWithRetry(() => import('./tags-cell.tsx'))

/**
 * Returns the columns of a list with one for tags before the row actions, while a row of the page has tags: for users without tags, the
 * lists stay as they are.
 */
export function useTagsColumn<Row extends object>(
  columns: readonly Column<Row>[],
  rows: readonly Tagged[] | undefined,
): readonly Column<Row>[] {
  const [tags, setTags] = useState<Column<Row>>()
  const has = rows?.some((row) => row.tags?.length)
  useEffect(() => {
    if (has)
      load().then(
        ({ TAGS }) => setTags(TAGS as unknown as Column<Row>),
        () => {},
      )
  }, [has])
  return useMemo(() => (has && tags ? columns.toSpliced(-1, 0, tags) : columns), [columns, has, tags])
}
