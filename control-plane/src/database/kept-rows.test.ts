import { expect, test, vi } from 'vitest'
import { KeptRows } from './kept-rows.ts'

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

test('forgets all before it keeps too many rows', () => {
  const kept = new KeptRows()
  const first = vi.fn(() => rows(1))
  kept.rowsOf('first', [], first)
  for (let page = 0; page < 1_818; page++) kept.rowsOf('page', [page], () => rows(10))
  kept.rowsOf('first', [], first)
  expect(first).toHaveBeenCalledTimes(1)
  kept.rowsOf('page', [2_000], () => rows(10))
  kept.rowsOf('first', [], first)
  expect(first).toHaveBeenCalledTimes(2)
})

test('does not keep a long result', () => {
  const kept = new KeptRows()
  const long = vi.fn(() => rows(11))
  kept.rowsOf('long', [], long)
  kept.rowsOf('long', [], long)
  expect(long).toHaveBeenCalledTimes(2)
})
