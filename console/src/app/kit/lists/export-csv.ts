import { messageOf } from '../../../api/errors.ts'
import type { Column } from '../../../ui/table/columns.ts'
import { countText } from '../../../ui/table/pagination.tsx'
import { addToast, SUCCESS_TIMEOUT } from '../../../ui/toast/toast-store.ts'
import { csvOf } from './csv.ts'
import { saveFile } from './save-file.ts'

/** Maximum rows of a file. The command line has no such limit. */
const MAX_ROWS = 10_000

/**
 * Saves all rows of a list, not only those of the page, as a CSV file.
 * @param title the title of the list, which names the file.
 */
export async function exportCsv<Row extends object>(
  title: string,
  columns: readonly Column<Row>[],
  readUpTo: (max: number) => Promise<{ rows: Row[]; isWhole: boolean }>,
): Promise<void> {
  try {
    const { rows, isWhole } = await readUpTo(MAX_ROWS)
    saveFile(`${title.toLowerCase().replaceAll(' ', '-')}.csv`, csvOf(columns, rows), 'text/csv')
    const count = countText({ count: rows.length, isCapped: false })
    addToast({
      content: isWhole
        ? `Exported ${count} ${rows.length === 1 ? 'row' : 'rows'}`
        : `Exported the first ${count} rows. Filter the list to export the others.`,
      timeout: isWhole ? SUCCESS_TIMEOUT : null,
    })
  } catch (error) {
    addToast({ variant: 'error', title: 'Could not export', content: messageOf(error as Error) })
  }
}
