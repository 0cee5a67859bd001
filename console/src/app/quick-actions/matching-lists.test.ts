import { expect, test } from 'vitest'
import { matchingLists } from './matching-lists.ts'

const labels = (text: string, project?: string, isFleetViewer = false) =>
  matchingLists(text, project, isFleetViewer).map(({ label }) => label)

test('offers the lists that have the fields', () => {
  expect(labels('state:failed')).toEqual(['Instances of all projects matching state:failed'])
  expect(labels('state:faulted web', 'shop')).toEqual([
    'Disks matching state:faulted web',
    'Snapshots matching state:faulted web',
    'Images matching state:faulted web',
  ])
  expect(labels('created:<7d', 'shop')).toHaveLength(12)
})

test('offers the lists of the system to users who can see them', () => {
  expect(labels('address:10.1.2.3')).toEqual(['Instances of all projects matching address:10.1.2.3'])
  expect(labels('address:10.1.2.3', undefined, true)).toEqual([
    'Instances of all projects matching address:10.1.2.3',
    'IP pools matching address:10.1.2.3',
    'Subnet pools matching address:10.1.2.3',
  ])
})

test('offers none for words, addresses and texts that are wrong', () => {
  for (const text of ['web', 'fd00::1', 'state:', 'state:broken', 'what:ever', '"a:b"'])
    expect(labels(text)).toEqual([])
})

test('leads to the list with the filter', () => {
  expect(matchingLists('state:failed -web', undefined, false)[0]!.href).toBe(
    '/instances?name=state%3Afailed+-web',
  )
})
