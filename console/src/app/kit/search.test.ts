import { expect, test } from 'vitest'
import { nameFilter } from './search.ts'

test('reads a name in a URL as text, whatever type the router parsed', () => {
  expect(nameFilter({ name: 'web' })).toEqual({ name: 'web' })
  expect(nameFilter({ name: 12 })).toEqual({ name: '12' })
})

test('removes an invalid name from the URL', () => {
  for (const name of ['', null, true, ['web'], { a: 1 }]) {
    const read = nameFilter({ name })
    expect('name' in read).toBe(true)
    expect(read.name).toBeUndefined()
  }
})

test('limits a filter to 63 characters, as names are', () => {
  expect(nameFilter({ name: 'x'.repeat(200) }).name).toHaveLength(63)
})
