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

test('created and updated is created with the last state', () => {
  expect(
    mergeChanges([change('created', null, 1), change('updated', 1, 2), change('updated', 2, 3)]),
  ).toEqual([change('created', null, 3)])
})

test('updates become one from the first state to the last, under the last name', () => {
  expect(mergeChanges([change('updated', 1, 2), change('updated', 2, 3, { name: 'other' })])).toEqual([
    change('updated', 1, 3, { name: 'other' }),
  ])
})

test('updated and deleted is deleted from the first state', () => {
  expect(mergeChanges([change('updated', 1, 2), change('deleted', 2, null)])).toEqual([
    change('deleted', 1, null),
  ])
})

test('created and deleted leaves nothing', () => {
  expect(
    mergeChanges([change('created', null, 1), change('updated', 1, 2), change('deleted', 2, null)]),
  ).toEqual([])
})

test('deleted and created again stay two entries', () => {
  const both = [change('deleted', 1, null), change('created', null, 2)]
  expect(mergeChanges(both)).toEqual(both)
})

test('resources of other kinds, ids and parents keep their own entries, in the order of their first change', () => {
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
