import { expect, test } from 'vitest'
import { nameFilter } from './search.ts'

test('a name in an address is text, whatever the router made of it', () => {
  expect(nameFilter({ name: 'web' })).toEqual({ name: 'web' })
  expect(nameFilter({ name: 12 })).toEqual({ name: '12' })
})

test('what is no name is taken out of the address, not left in it', () => {
  for (const name of ['', null, true, ['web'], { a: 1 }]) {
    const read = nameFilter({ name })
    expect('name' in read).toBe(true)
    expect(read.name).toBeUndefined()
  }
})

test('no name is longer than 63 characters, so no filter is', () => {
  expect(nameFilter({ name: 'x'.repeat(200) }).name).toHaveLength(63)
})
