import { expect, test, vi } from 'vitest'
import { KeptRows } from '../database/kept-rows.ts'
import { isKept, keptValue } from './kept-value.ts'

/** Returns rows as the given query of them finds them. */
function rows(query = 2): readonly object[] {
  const kept = new KeptRows()
  const found = Array.from({ length: query }, () => kept.rowsOf('rows', [], () => [{ id: 1 }]))
  return found.at(-1) as object[]
}

test('makes the value of kept rows once, for each owner and key', () => {
  const kept = rows()
  const owner = {}
  const make = vi.fn(() => ({ ids: [1] }))
  const first = keptValue([kept], [owner, 'a'], make)
  expect(keptValue([kept], [owner, 'a'], make)).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
  expect(keptValue([kept], [owner, 'b'], make)).not.toBe(first)
  expect(keptValue([kept], [{}, 'a'], make)).not.toBe(first)
  expect(keptValue([rows()], [owner, 'a'], make)).not.toBe(first)
})

test.each([
  ['of PostgreSQL', [{ id: 1 }]],
  ['that are found for the first time', rows(1)],
])('makes a new value of rows %s', (_, read) => {
  const owner = {}
  const make = () => ({ ids: [1] })
  const value = keptValue([read], [owner, ''], make)
  expect(keptValue([read], [owner, ''], make)).not.toBe(value)
  expect(isKept(value)).toBe(false)
  value.ids.push(2)
})

test('a kept value cannot be changed, and further values are made of it', () => {
  const value = keptValue([rows()], [{}, ''], () => ({ items: [{ name: 'web', addresses: ['10.0.0.1'] }] }))
  expect(isKept(value)).toBe(true)
  expect(() => value.items[0]!.addresses.push('10.0.0.2')).toThrow(TypeError)
  const make = vi.fn(() => ({ count: value.items.length }))
  const owner = {}
  keptValue([value], [owner, ''], make)
  keptValue([value], [owner, ''], make)
  expect(make).toHaveBeenCalledTimes(1)
  const others = rows()
  keptValue([value, others], [owner, ''], make)
  keptValue([value, others], [owner, ''], make)
  expect(make).toHaveBeenCalledTimes(2)
  keptValue([value, rows()], [owner, ''], make)
  expect(make).toHaveBeenCalledTimes(3)
  keptValue([value, [{ id: 2 }]], [owner, ''], make)
  keptValue([value, [{ id: 2 }]], [owner, ''], make)
  expect(make).toHaveBeenCalledTimes(5)
})

test('does not collect values without end for one set of rows', () => {
  const kept = rows()
  const owner = {}
  const make = vi.fn(() => ({}))
  keptValue([kept], [owner, 'first'], make)
  for (let spelling = 0; spelling < 16; spelling++) keptValue([kept], [owner, String(spelling)], make)
  keptValue([kept], [owner, 'first'], make)
  expect(make).toHaveBeenCalledTimes(18)
})
