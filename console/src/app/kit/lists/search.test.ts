import { MAX_FILTER, splitFilter } from '@granary/domain/list-filter/grammar.ts'
import { expect, test } from 'vitest'
import { nameFilter, namesFilter } from './search.ts'

test('reads a name in a URL as text, whatever type the router parsed', () => {
  expect(nameFilter({ name: 'web' })).toEqual({ name: 'web' })
  expect(nameFilter({ name: 12 })).toEqual({ name: '12' })
})

test('removes an invalid name from the URL', () => {
  for (const name of ['', 'a\0b', null, true, ['web'], { a: 1 }]) {
    const read = nameFilter({ name })
    expect('name' in read).toBe(true)
    expect(read.name).toBeUndefined()
  }
})

test('keeps a filter that the server takes, and one that it refuses as too long', () => {
  const longest = 'x'.repeat(MAX_FILTER)
  expect(nameFilter({ name: longest }).name).toBe(longest)
  expect(splitFilter(nameFilter({ name: longest.repeat(3) }).name!).problem).not.toBeNull()
})

test('ignores what can be neither a name nor an ID, which the server would refuse', () => {
  const id = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
  expect(namesFilter(['web', id, 'Debian 12', 12, null, 'web'])).toEqual(['web', id])
  expect(namesFilter('Debian 12')).toBeUndefined()
  expect(namesFilter('web')).toEqual(['web'])
})
