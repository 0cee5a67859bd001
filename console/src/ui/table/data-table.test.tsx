import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen, within } from '../testing.ts'
import { ActionsMenu } from '../menu/actions-menu.tsx'
import { columnsOf } from './columns.ts'
import { DataTable } from './data-table.tsx'

type Disk = { id: string; name: string; size: number }
const column = columnsOf<Disk>()
const drawn = vi.fn()
const columns = [
  column.accessor('name', {
    header: 'name',
    cell: ({ getValue }) => {
      drawn(getValue())
      return <a href={`/${getValue()}`}>{getValue()}</a>
    },
  }),
  column.accessor('size', { header: 'size', meta: { align: 'end' } }),
  column.actions((disk) => <button type="button">Row actions of {disk.name}</button>),
]
const disks: Disk[] = ['a', 'b', 'c'].map((name, index) => ({ id: `id-${name}`, name, size: index }))
const idOf = (disk: Disk) => disk.id
const nameOf = (disk: Disk) => disk.name

test('has a header cell per column and a row per item', () => {
  render(<DataTable columns={columns} rows={disks} rowId={idOf} label="Disks" />)
  const table = screen.getByRole('table', { name: 'Disks' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent),
  ).toEqual(['name', 'size'])
  expect(within(table).getAllByRole('row')).toHaveLength(4)
})

test('heads neighbouring columns of a group together', () => {
  const grouped = [
    column.accessor('name', { header: 'name' }),
    column.accessor('size', { header: 'size', meta: { group: 'Storage' } }),
    column.accessor('size', { id: 'free', header: 'free', meta: { group: 'Storage' } }),
    column.actions(() => null),
  ]
  render(<DataTable columns={grouped} rows={disks} rowId={idOf} />)
  const headings = screen.getAllByRole('columnheader')
  expect(headings.map((cell) => cell.textContent)).toEqual(['Storage', 'name', 'size', 'free'])
  expect([headings[0]!.getAttribute('colspan'), headings[0]!.getAttribute('scope')]).toEqual([
    '2',
    'colgroup',
  ])
  expect(screen.getAllByRole('row')[0]!.children).toHaveLength(3)
})

test('renders only the changed row again', () => {
  const { rerender } = render(<DataTable columns={columns} rows={disks} rowId={idOf} />)
  drawn.mockClear()
  rerender(
    <DataTable columns={columns} rows={[disks[0]!, { ...disks[1]!, size: 9 }, disks[2]!]} rowId={idOf} />,
  )
  expect(drawn.mock.calls).toEqual([['b']])
  expect(within(screen.getAllByRole('row')[2]!).getAllByRole('cell')[1]?.textContent).toBe('9')
})

test('keeps an open menu of a row or a heading when the columns are recreated', () => {
  function Opener({ label }: { label: string }) {
    const [open, setOpen] = useState(false)
    return (
      <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
        {label}
      </button>
    )
  }
  const made = () => [
    column.accessor('name', { header: () => <Opener label="Tip" /> }),
    column.actions(() => <Opener label="Menu" />),
  ]
  const { rerender } = render(<DataTable columns={made()} rows={[disks[0]!]} rowId={idOf} />)
  for (const button of screen.getAllByRole('button')) fireEvent.click(button)
  rerender(<DataTable columns={made()} rows={[{ ...disks[0]!, size: 9 }]} rowId={idOf} />)
  expect(screen.getAllByRole('button', { expanded: true })).toHaveLength(2)
})

test('shows the empty state only without rows, and the error state before any other', () => {
  const faces = { columns, rowId: idOf, empty: <p>No disks</p> }
  const { rerender } = render(<DataTable {...faces} rows={undefined} />)
  expect(screen.queryByText('No disks')).toBeNull()
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  rerender(<DataTable {...faces} rows={[]} />)
  expect(screen.getByText('No disks')).toBeTruthy()
  rerender(<DataTable {...faces} rows={[]} error={<p>Failed</p>} />)
  expect(screen.getByText('Failed')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('moves to the same control of the next row by arrow keys', () => {
  render(<DataTable columns={columns} rows={disks} rowId={idOf} />)
  const first = screen.getByRole('button', { name: 'Row actions of a' })
  first.focus()
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('Row actions of b')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(first)
})

function Selecting({ mode }: { mode: 'single' | 'multiple' }) {
  const [selected, onChange] = useState<ReadonlySet<string>>(new Set())
  return (
    <>
      <DataTable
        columns={columns}
        rows={disks}
        rowId={idOf}
        rowLabel={nameOf}
        selection={{ mode, selected, onChange }}
      />
      <output>{[...selected].join()}</output>
    </>
  )
}
const selected = () => screen.getByRole('status').textContent

test('selects many rows, one by one or all, with an indeterminate header box in between', () => {
  render(<Selecting mode="multiple" />)
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select b' }))
  expect(selected()).toBe('id-b')
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })
  expect(all.indeterminate).toBe(true)
  fireEvent.click(all)
  expect(selected()).toBe('id-a,id-b,id-c')
  fireEvent.click(all)
  expect(selected()).toBe('')
})

test('selects one row by a press anywhere in it but on its controls', () => {
  render(<Selecting mode="single" />)
  fireEvent.click(screen.getByText('1'))
  expect(selected()).toBe('id-b')
  fireEvent.click(screen.getByRole('link', { name: 'a' }))
  expect(selected()).toBe('id-b')
})

test('renders only the visible ones of ten thousand rows', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: `${index}`,
    name: `disk-${index}`,
    size: index,
  }))
  render(<DataTable columns={columns} rows={many} rowId={idOf} />)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('10001')
  expect(await screen.findByRole('link', { name: 'disk-0' })).toBeTruthy()
  expect(screen.getAllByRole('row').length).toBeLessThan(100)
})

test('describes the menu of a row by the name of the row', () => {
  const withMenus = [
    column.accessor('name', { header: 'name' }),
    column.actions(() => <ActionsMenu entries={[]} />),
  ]
  render(<DataTable columns={withMenus} rows={disks} rowId={idOf} />)
  const menus = screen.getAllByRole('button', { name: 'Row actions' })
  expect(menus.map((menu) => menu.getAttribute('aria-description'))).toEqual(['a', 'b', 'c'])
})

test('marks a row whose data has changed, and no other', () => {
  const { rerender } = render(<DataTable columns={columns} rows={disks} rowId={idOf} />)
  const marked = () => screen.getAllByRole('row').map((row) => row.hasAttribute('data-changed'))
  expect(marked()).toEqual([false, false, false, false])
  rerender(
    <DataTable columns={columns} rows={[disks[0]!, { ...disks[1]!, size: 9 }, disks[2]!]} rowId={idOf} />,
  )
  expect(marked()).toEqual([false, false, true, false])
})

test('chooses the row of the preview by focus and by a press', () => {
  const onShow = vi.fn()
  const preview = { shown: 'id-b', onShow }
  render(<DataTable columns={columns} rows={disks} rowId={idOf} preview={preview} />)
  expect(screen.getAllByRole('row')[2]!.hasAttribute('data-previewed')).toBe(true)
  fireEvent.focus(screen.getByRole('link', { name: 'c' }))
  fireEvent.pointerDown(screen.getAllByRole('cell', { name: '0' })[0]!)
  expect(onShow.mock.calls).toEqual([['id-c'], ['id-a']])
})
