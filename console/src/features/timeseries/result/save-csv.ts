import { fullNumber } from '@granary/domain/numbers.ts'
import { saveFile } from '../../../app/kit/lists/save-file.ts'
import { addToast, SUCCESS_TIMEOUT } from '../../../ui/toast/toast-store.ts'
import type { AnswerTable } from '../answer-query.ts'
import { csvOfTables } from './csv.ts'
import { pointCount } from './points.ts'

/** Offers the points of an answer as a CSV file. */
export function saveCsv(tables: readonly AnswerTable[]): void {
  const { text, rows } = csvOfTables(tables)
  saveFile('metrics.csv', text, 'text/csv')
  const isWhole = rows === tables.reduce((sum, table) => sum + pointCount(table), 0)
  const count = fullNumber(rows)
  addToast({
    content: isWhole
      ? `Exported ${count} ${rows === 1 ? 'point' : 'points'}`
      : `Exported the first ${count} points. Filter or align the series to export the others.`,
    timeout: isWhole ? SUCCESS_TIMEOUT : null,
  })
}
