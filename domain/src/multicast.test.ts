import { describe, expect, test } from 'vitest'
import {
  groupIdentifierProblem,
  isNameOfAddress,
  isSourceSpecific,
  nameOfAddress,
  sourceProblem,
} from './multicast.ts'
import { nameProblem } from './names.ts'

test.each([
  ['video', null],
  ['7c24e2a6-e9de-46e7-a666-d1cc769180c5', null],
  ['224.0.0.1', null],
  ['239.255.255.255', null],
  ['ff0e::1', null],
  ['10.0.0.1', 'Must be a multicast address'],
  ['fd00::1', 'Must be a multicast address'],
])('%s as the identifier of a group: %s', (identifier, problem) => {
  expect(groupIdentifierProblem(identifier)).toBe(problem)
})

test('says that a wrong name could also be an ID or an address', () => {
  expect(groupIdentifierProblem('Video')).toMatch(/\(or give an ID or a multicast address\)$/)
  expect(groupIdentifierProblem('')).toMatch(/multicast address/)
})

describe('source-specific addresses', () => {
  test.each(['232.0.0.0', '232.255.255.255', 'ff3e::8000:1', 'ff35::1'])('%s', (address) => {
    expect(isSourceSpecific(address)).toBe(true)
  })
  test.each(['231.255.255.255', '233.0.0.0', 'ff0e::1', 'ff3e:1::1', 'ff2e::1'])('not %s', (address) => {
    expect(isSourceSpecific(address)).toBe(false)
  })
})

test.each([
  ['239.1.2.3', 'mcast-239-1-2-3'],
  ['FF0E:0::1', 'mcast-ff0e--1'],
  ['ff0e::', 'mcast-ff0e--0'],
  ['ff3e:0:0:1:2:3:4:5', 'mcast-ff3e--1-2-3-4-5'],
])('names a group at %s %s', (address, name) => {
  expect(nameProblem(nameOfAddress(address))).toBeNull()
  expect(nameOfAddress(address)).toBe(name)
  expect(isNameOfAddress(name)).toBe(true)
})

test.each([
  ['10.0.0.1', '239.1.2.3', null],
  ['fd00::1', 'ff0e::1', null],
  ['fd00::1', '239.1.2.3', 'Must be an IPv4 address, as that of the group'],
  ['10.0.0.1', 'ff0e::1', 'Must be an IPv6 address, as that of the group'],
  ['224.0.0.1', '239.1.2.3', 'Must not be a multicast address'],
  ['10.0.0', '239.1.2.3', 'Not a valid IP address'],
])('%s as a source of %s: %s', (source, group, problem) => {
  expect(sourceProblem(source, group)).toBe(problem)
})
