import { expect, test, vi } from 'vitest'
import { KeptRows } from './kept-rows.ts'

const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))

test('forgets all before it keeps too many rows', () => {
  const kept = new KeptRows()
  const first = vi.fn(() => rows(1))
  kept.rowsOf({ text: 'first', version: 1 }, [], first)
  for (let page = 0; page < 1_818; page++) kept.rowsOf({ text: 'page', version: 1 }, [page], () => rows(10))
  kept.rowsOf({ text: 'first', version: 1 }, [], first)
  expect(first).toHaveBeenCalledTimes(1)
  kept.rowsOf({ text: 'page', version: 1 }, [2_000], () => rows(10))
  kept.rowsOf({ text: 'first', version: 1 }, [], first)
  expect(first).toHaveBeenCalledTimes(2)
})

test('does not keep a long result', () => {
  const kept = new KeptRows()
  const long = vi.fn(() => rows(11))
  kept.rowsOf({ text: 'long', version: 1 }, [], long)
  kept.rowsOf({ text: 'long', version: 1 }, [], long)
  expect(long).toHaveBeenCalledTimes(2)
})

test('keeps the rows of a text for one version of its tables', () => {
  const kept = new KeptRows()
  const find = (text: string, version: number) => kept.rowsOf({ text, version }, [1], () => rows(1))
  const [first, other] = [find('first', 1), find('other', 1)]
  expect(find('first', 1)).toBe(first)
  expect(find('first', 2)).not.toBe(first)
  expect(find('other', 1)).toBe(other)
})

test('does not count the rows of an earlier version', () => {
  const kept = new KeptRows()
  const other = vi.fn(() => rows(1))
  kept.rowsOf({ text: 'other', version: 1 }, [], other)
  for (let version = 0; version < 5_000; version++) kept.rowsOf({ text: 'rows', version }, [], () => rows(10))
  kept.rowsOf({ text: 'other', version: 1 }, [], other)
  expect(other).toHaveBeenCalledTimes(1)
})

test('does not keep the rows of a long parameter', () => {
  const kept = new KeptRows()
  const query = vi.fn(() => rows(1))
  for (const ids of ['x'.repeat(256), 'x'.repeat(257)])
    for (let time = 0; time < 2; time++) kept.rowsOf({ text: 'list', version: 1 }, [ids], query)
  expect(query).toHaveBeenCalledTimes(3)
})
