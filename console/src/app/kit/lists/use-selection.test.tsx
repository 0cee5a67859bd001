import { expect, test } from 'vitest'
import { act, renderHook } from '../../../ui/testing.ts'
import { useSelection } from './use-selection.ts'

type Row = { id: string }
const rows = (...ids: string[]): Row[] => ids.map((id) => ({ id }))
const rowId = ({ id }: Row) => id
const listed = (change: object = {}) => ({
  rows: rows('a', 'b'),
  rowId,
  key: 'all',
  isFirst: true,
  hasNext: true,
  readAll: async () => rows('a', 'b', 'c'),
  ...change,
})
type Props = ReturnType<typeof listed>
const show = (change: object = {}) =>
  renderHook((props: Props) => useSelection(props), { initialProps: listed(change) })
const idsOf = ({ current }: { current: { rows: Row[] } }) => current.rows.map(rowId).join(' ')

test('selects the whole list after the whole page, until a row or all are deselected', async () => {
  const { result } = show()
  expect(result.current.selectAll).toBeUndefined()
  act(() => result.current.change(new Set(['a'])))
  expect(result.current.selectAll).toBeUndefined()
  act(() => result.current.change(new Set(['a', 'b'])))
  await act(async () => result.current.selectAll!())
  expect(idsOf(result)).toBe('a b c')
  expect(result.current.selectAll).toBeUndefined()
  act(() => result.current.change(new Set(['b'])))
  expect(idsOf(result)).toBe('b')
  act(() => result.current.clear())
  expect(idsOf(result)).toBe('')
})

test('offers no further selection for a list of one page', () => {
  const { result } = show({ hasNext: false })
  act(() => result.current.change(new Set(['a', 'b'])))
  expect(result.current.selectAll).toBeUndefined()
})

test('deselects rows that leave the page, and all rows for another list', async () => {
  const { result, rerender } = show()
  act(() => result.current.change(new Set(['a', 'b'])))
  rerender(listed({ rows: rows('b') }))
  expect(idsOf(result)).toBe('b')
  await act(async () => result.current.selectAll!())
  rerender(listed({ rows: rows('x'), key: 'other' }))
  expect(idsOf(result)).toBe('')
})

test('forgets the whole list if the selection changes while it is read', async () => {
  const read = Promise.withResolvers<Row[]>()
  const { result } = show({ readAll: () => read.promise })
  act(() => result.current.change(new Set(['a', 'b'])))
  let selecting: Promise<void> | undefined
  act(() => void (selecting = result.current.selectAll!()))
  act(() => result.current.clear())
  await act(async () => {
    read.resolve(rows('a', 'b', 'c'))
    await selecting
  })
  expect(idsOf(result)).toBe('')
})
