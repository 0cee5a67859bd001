import { dateAndTime } from '@granary/domain/time.ts'
import { expect, test } from 'vitest'
import { DateTime } from '../../../ui/format/date-time.tsx'
import { columnsOf } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { render, screen } from '../../../ui/testing.ts'
import { HeaderWithTip } from './header-with-tip.tsx'

const made = new Date('2026-11-22T23:34:00Z')
const column = columnsOf<{ name: string }>()
const columns = [
  column.accessor('name', { header: () => <HeaderWithTip text="Kind">Where it comes from</HeaderWithTip> }),
  column.display({ id: 'created', header: 'created', cell: () => <DateTime date={made} /> }),
]

test('has nothing but the name in the text of a header with a tip, and date and time side by side', () => {
  render(<DataTable columns={columns} rows={[{ name: 'a' }]} rowId={({ name }) => name} />)
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Kind', 'created'])
  const { date, time } = dateAndTime(made)
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['a', `${date}${time}`])
})
