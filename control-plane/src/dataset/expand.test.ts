import fc from 'fast-check'
import { expect, test } from 'vitest'
import { expandList } from './expand.ts'
import { momentAt } from './fields.ts'

const items = (list: unknown) => [...expandList('disks', list)].map(({ item }) => item)

test('leaves elements without a repeat unchanged', () => {
  expect(items([{ name: 'a-{n}' }])).toEqual([{ name: 'a-{n}' }])
})

test('puts the number of the copy into every placeholder', () => {
  const list = [{ repeat: 5, name: 'd-{n:3}', in: { project: 'p-{n%2}', group: ['g-{n/2}'] } }]
  expect(items(list).map(({ name, in: inside }) => [name, inside])).toEqual([
    ['d-001', { project: 'p-1', group: ['g-1'] }],
    ['d-002', { project: 'p-2', group: ['g-1'] }],
    ['d-003', { project: 'p-1', group: ['g-2'] }],
    ['d-004', { project: 'p-2', group: ['g-2'] }],
    ['d-005', { project: 'p-1', group: ['g-3'] }],
  ])
})

test('assigns cycled values in turn, and null leaves the field out', () => {
  const list = [{ repeat: 4, name: 'd', cycle: { state: ['detached', 'faulted', null] } }]
  expect(items(list)).toEqual([
    { name: 'd', state: 'detached' },
    { name: 'd', state: 'faulted' },
    { name: 'd' },
    { name: 'd', state: 'detached' },
  ])
})

test('makes the requested number of copies, each with another number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), (repeat) => {
      const names = items([{ repeat, name: '{n}' }]).map(({ name }) => name)
      return names.length === repeat && new Set(names).size === repeat
    }),
  )
})

test.each([
  [[{ repeat: -1 }], 'disks[0].repeat'],
  [[{ cycle: { a: [1] } }], 'disks[0].repeat'],
  [[{ repeat: 1, cycle: { a: [] } }], 'disks[0].cycle.a'],
  [[{ repeat: 1, cycle: 3 }], 'disks[0].cycle'],
  [[3], 'disks[0]'],
])('%j is refused', (list, path) => {
  expect(() => items(list)).toThrow(path)
})

test('counts ages back from the load, in one unit or several', () => {
  const loaded = new Date('2027-03-01T12:00:00Z')
  expect(momentAt('90s', loaded)).toBe('2027-03-01T11:58:30.000Z')
  expect(momentAt('1d2h3m', loaded)).toBe('2027-02-28T09:57:00.000Z')
  expect(momentAt('1w', loaded)).toBe('2027-02-22T12:00:00.000Z')
  expect(momentAt('2020-01-01T00:00:00Z', loaded)).toBe('2020-01-01T00:00:00.000Z')
})
