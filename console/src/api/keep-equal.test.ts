import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepEqual } from './keep-equal.ts'
import { createQueryClient } from './queries.ts'

/** An answer as it arrives: nothing in it is the same object as in an earlier one. */
const page = (...sizes: [id: string, size: number][]) => ({
  items: sizes.map(([id, size]) => ({ id, size, timeCreated: new Date(1e12), state: { state: 'detached' } })),
  nextPage: null,
})

test('keeps an equal answer, with its times', () => {
  const before = page(['a', 1], ['b', 2])
  expect(keepEqual(before, page(['a', 1], ['b', 2]))).toBe(before)
})

test('keeps the rows that have not changed', () => {
  const before = page(['a', 1], ['b', 2])
  const after = keepEqual(before, page(['a', 1], ['b', 3])) as typeof before
  expect(after).toEqual(page(['a', 1], ['b', 3]))
  expect(after.items[0]).toBe(before.items[0])
  expect(after.items[1]).not.toBe(before.items[1])
  expect(after.items[1]!.timeCreated).toBe(before.items[1]!.timeCreated)
})

test('finds rows by their id, when others come before them or have gone', () => {
  const before = page(['a', 1], ['b', 2])
  const grown = keepEqual(before, page(['0', 1], ['a', 1], ['b', 2])) as typeof before
  expect(grown.items.slice(1)).toEqual(before.items)
  expect(grown.items[1]).toBe(before.items[0])
  expect(grown.items[2]).toBe(before.items[1])
  const shrunk = keepEqual(before, page(['b', 2])) as typeof before
  expect(shrunk.items).toHaveLength(1)
  expect(shrunk.items[0]).toBe(before.items[1])
})

test.each([
  ['another time', new Date(1), new Date(2)],
  ['a time that is gone', { at: new Date(1) }, { at: null }],
  ['a field that is gone', { a: 1, b: 2 }, { a: 1 }],
  ['a field that is new', { a: 1 }, { a: 1, b: undefined }],
  ['another order', [1, 2], [2, 1]],
  ['an item less', [1, 2], [1]],
  ['a list in place of an object', {}, []],
  ['nothing', [1], undefined],
])('takes %s', (_, before, after) => {
  expect(keepEqual(before, after)).toStrictEqual(after)
  expect(keepEqual(before, after)).not.toBe(before)
})

test('always equals the new answer', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
      expect(keepEqual(before, after)).toStrictEqual(after)
    }),
  )
})

test('a query that is read again keeps an equal answer', async () => {
  const client = createQueryClient()
  const queryKey = ['diskList', {}]
  const read = async () => {
    await client.fetchQuery({ queryKey, queryFn: async () => page(['a', 1]), staleTime: 0 })
    return client.getQueryData(queryKey)
  }
  const first = await read()
  expect(await read()).toBe(first)
})
