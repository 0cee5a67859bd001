import { expect, test } from 'vitest'
import { fireEvent, render, screen } from '../testing.ts'
import { columnsOf } from './columns.ts'
import { DataTable } from './data-table.tsx'

type Disk = { id: string; name: string; size: number }
const column = columnsOf<Disk>()
const name = column.accessor('name', { header: 'name' })
const actions = column.actions(() => <button type="button">Row actions</button>)
const rows = [{ id: '1', name: 'root', size: 10 }]

test('marks the columns that give way, and shows all of them on request', () => {
  const columns = [name, column.accessor('size', { header: 'size', meta: { givesWay: 'second' } }), actions]
  render(<DataTable columns={columns} rows={rows} rowId={({ id }) => id} />)
  const table = screen.getByRole('table')
  for (const cell of [
    screen.getByRole('columnheader', { name: 'size' }),
    screen.getByRole('cell', { name: '10' }),
  ])
    expect(cell.dataset.givesWay).toBe('second')
  expect(screen.getByRole('columnheader', { name: 'name' }).dataset.givesWay).toBeUndefined()
  const all = screen.getByRole('button', { name: 'Show all columns' })
  expect(all.textContent).toBe('+1')
  fireEvent.click(all)
  expect(table.dataset.all).toBe('true')
  expect(all.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(all)
  expect(table.dataset.all).toBeUndefined()
})

test('has no button where every column stays', () => {
  render(<DataTable columns={[name, actions]} rows={rows} rowId={({ id }) => id} />)
  expect(screen.queryByRole('button', { name: 'Show all columns' })).toBeNull()
})
