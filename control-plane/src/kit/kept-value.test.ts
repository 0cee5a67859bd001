import { expect, test, vi } from 'vitest'
import { isKept, keptValue } from './kept-value.ts'

const rows = () => Object.freeze([Object.freeze({ id: 1 })])

test('makes the value of kept rows once, for each owner and key', () => {
  const kept = rows()
  const owner = {}
  const make = vi.fn(() => ({ ids: [1] }))
  const first = keptValue(kept, [owner, 'a'], make)
  expect(keptValue(kept, [owner, 'a'], make)).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
  expect(keptValue(kept, [owner, 'b'], make)).not.toBe(first)
  expect(keptValue(kept, [{}, 'a'], make)).not.toBe(first)
  expect(keptValue(rows(), [owner, 'a'], make)).not.toBe(first)
})

test('makes a new value of rows that are not kept', () => {
  const owner = {}
  const read = [{ id: 1 }]
  const make = () => ({ ids: [1] })
  const value = keptValue(read, [owner, ''], make)
  expect(keptValue(read, [owner, ''], make)).not.toBe(value)
  expect(isKept(value)).toBe(false)
  value.ids.push(2)
})

test('a kept value cannot be changed, and further values are made of it', () => {
  const value = keptValue(rows(), [{}, ''], () => ({ items: [{ name: 'web', addresses: ['10.0.0.1'] }] }))
  expect(isKept(value)).toBe(true)
  expect(() => value.items[0]!.addresses.push('10.0.0.2')).toThrow(TypeError)
  const make = vi.fn(() => ({ count: value.items.length }))
  const owner = {}
  keptValue(value, [owner, ''], make)
  keptValue(value, [owner, ''], make)
  expect(make).toHaveBeenCalledTimes(1)
})

test('does not collect values without end for one set of rows', () => {
  const kept = rows()
  const owner = {}
  const make = vi.fn(() => ({}))
  keptValue(kept, [owner, 'first'], make)
  for (let spelling = 0; spelling < 16; spelling++) keptValue(kept, [owner, String(spelling)], make)
  keptValue(kept, [owner, 'first'], make)
  expect(make).toHaveBeenCalledTimes(18)
})
