import { expect, test } from 'vitest'
import { pagePlace, placeOf, sortParameter, sortsOf } from './list-place.ts'

const DISKS = { sorts: ['size'] }
const FIELDS = sortsOf(DISKS, true)

test('reads sort, size and page of a URL', () => {
  expect(placeOf({ sort: '-created', size: 100, page: 3, token: 'abc' }, FIELDS)).toEqual({
    sort: { by: 'created', descending: true },
    size: 100,
    page: 3,
    token: 'abc',
  })
})

test('ignores what a list does not offer', () => {
  const usual = { sort: { by: 'name', descending: false }, size: 50, page: 1, token: undefined }
  for (const search of [
    {},
    { sort: 'memory', size: 51, page: -1 },
    { sort: '-constructor' },
    { sort: ['name'], size: 'many', page: 1.5, token: '' },
    // Without the token there is no way to page 3.
    { page: 3 },
    { token: 'x'.repeat(8193), page: 2 },
  ])
    expect(placeOf(search, FIELDS)).toMatchObject(search.sort?.length === 1 ? { size: 50, page: 1 } : usual)
})

test('keeps the longest token that the API gives', () => {
  expect(placeOf({ page: 2, token: 'x'.repeat(8192) }, FIELDS)).toMatchObject({ page: 2 })
})

test('writes a sort as it reads it', () => {
  for (const sort of ['-name', 'created', '-created', 'size', '-size'])
    expect(sortParameter(placeOf({ sort }, FIELDS).sort)).toBe(sort)
  expect(sortParameter(placeOf({}, FIELDS).sort)).toBeUndefined()
})

test('sorts and counts only lists whose server can', () => {
  const byName = { by: 'name', descending: false }
  const down = (by: string) => ({ by, descending: true })
  expect(pagePlace({}, { sort: '-name' }, false)).toMatchObject({ counts: false, sort: byName })
  expect(pagePlace({}, { sort: '-name' }, true)).toMatchObject({ counts: true, sort: down('name') })
  expect(pagePlace({}, { sort: '-size' }, true)).toMatchObject({ sort: byName })
  expect(pagePlace(DISKS, { sort: '-size' }, true)).toMatchObject({ sort: down('size') })
  expect(pagePlace({ sorts: ['used'] }, { sort: '-used' }, false)).toMatchObject({
    counts: false,
    sort: down('used'),
  })
})

test('never asks for more rows than the server returns', () => {
  expect(pagePlace({}, { size: 250 }, true, 100).size).toBe(100)
  expect(pagePlace({}, { size: 25 }, true, 100).size).toBe(25)
  expect(pagePlace({}, { size: 250 }, true).size).toBe(250)
})
