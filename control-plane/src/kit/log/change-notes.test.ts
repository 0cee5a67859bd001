import { expect, test } from 'vitest'
import type { Change } from './change.ts'
import { mergeChanges } from './change-notes.ts'

const change = (
  action: Change['action'],
  before: unknown,
  after: unknown,
  more: Partial<Change> = {},
): Change => ({
  kind: 'disk',
  action,
  id: 'd',
  name: 'data',
  siloId: 's',
  projectId: 'p',
  parentId: null,
  before,
  after,
  ...more,
})

test('merges a create and an update into a create with the last state', () => {
  expect(
    mergeChanges([change('created', null, 1), change('updated', 1, 2), change('updated', 2, 3)]),
  ).toEqual([change('created', null, 3)])
})

test('merges updates into one from the first state to the last, under the last name', () => {
  expect(mergeChanges([change('updated', 1, 2), change('updated', 2, 3, { name: 'other' })])).toEqual([
    change('updated', 1, 3, { name: 'other' }),
  ])
})

test('drops updates that end in the state from which they began, unless their writer is certain of a change', () => {
  expect(mergeChanges([change('updated', { a: 1 }, { a: 1 })])).toEqual([])
  expect(mergeChanges([change('updated', 1, 2), change('updated', 2, 1)])).toEqual([])
  const certain = change('updated', 1, 1, { isCertain: true })
  expect(mergeChanges([certain, change('updated', 1, 1)])).toEqual([certain])
})

test('merges an update and a delete into a delete from the first state', () => {
  expect(mergeChanges([change('updated', 1, 2), change('deleted', 2, null)])).toEqual([
    change('deleted', 1, null),
  ])
})

test('drops a create that a delete follows', () => {
  expect(
    mergeChanges([change('created', null, 1), change('updated', 1, 2), change('deleted', 2, null)]),
  ).toEqual([])
})

test('keeps a delete and a new create as two entries', () => {
  const both = [change('deleted', 1, null), change('created', null, 2)]
  expect(mergeChanges(both)).toEqual(both)
})

test('keeps entries of other kinds, ids and parents apart, in the order of their first change', () => {
  const all = [
    change('created', null, 1),
    change('created', null, 1, { kind: 'instance' }),
    change('created', null, 1, { id: 'e' }),
    change('created', null, 1, { parentId: 'g' }),
  ]
  expect(mergeChanges([...all, change('updated', 1, 2)])).toEqual([
    change('created', null, 2),
    ...all.slice(1),
  ])
})
