import { expect, test } from 'vitest'
import { type Membership, namesOf, wayOf } from './membership.ts'

const sled = (serialNumber: string) => ({ partNumber: 'p', serialNumber })
const membership = (state: Membership['state'], waiting: string[]): Membership => ({
  rackId: 'r',
  version: 2,
  state,
  members: ['a', 'b'].map(sled),
  unacknowledgedMembers: waiting.map(sled),
  timeCreated: new Date(0),
  timeCommitted: null,
  timeAborted: null,
})
const way = (of: Membership, serial: string, part = 'p') =>
  wayOf(of, { baseboard: { part, serial, revision: 0 } })

test('follows a sled from the request until it is in use', () => {
  expect(way(membership('in_progress', ['b']), 'a')).toBe('ready')
  expect(way(membership('in_progress', ['b']), 'b')).toBe('asked')
  expect(way(membership('committed', []), 'b')).toBe('member')
})

test('keeps a sled outside that is in no version, or in one that was aborted', () => {
  expect(way(membership('in_progress', ['b']), 'c')).toBe('outside')
  expect(way(membership('aborted', ['b']), 'b')).toBe('outside')
  // Serial numbers are unique only among sleds with the same part number.
  expect(way(membership('committed', []), 'b', 'q')).toBe('outside')
})

test('names a few sleds, and counts the others', () => {
  expect(namesOf(['a'])).toBe('a')
  expect(namesOf(['a', 'b', 'c', 'd'])).toBe('a, b, c, d')
  expect(namesOf(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more')
})
