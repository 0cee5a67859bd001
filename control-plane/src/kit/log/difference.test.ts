import fc from 'fast-check'
import { expect, test } from 'vitest'
import { difference } from './difference.ts'

test('keeps the fields that differ, and the owner', () => {
  expect(
    difference(
      { siloUserId: 'ann', name: 'a', tags: ['x'], size: 1 },
      { siloUserId: 'ann', name: 'b', tags: ['x'], size: null },
    ),
  ).toEqual({
    before: { siloUserId: 'ann', name: 'a', size: 1 },
    after: { siloUserId: 'ann', name: 'b', size: null },
  })
  expect(difference({ a: 1 }, { b: 1 })).toEqual({ before: { a: 1 }, after: { b: 1 } })
})

test('keeps the pool of a multicast group, which decides which silos hear of it', () => {
  expect(difference({ ipPoolId: 'p', sourceIps: [] }, { ipPoolId: 'p', sourceIps: ['10.0.0.1'] })).toEqual({
    before: { ipPoolId: 'p', sourceIps: [] },
    after: { ipPoolId: 'p', sourceIps: ['10.0.0.1'] },
  })
})

test('keeps of a set the members that differ, and of a member with an ID the fields', () => {
  const [ann, bob] = ['ann', 'bob'].map((identityId) => ({ identityId, roleName: 'viewer' }))
  expect(
    difference({ roleAssignments: [ann, bob] }, { roleAssignments: [ann, { ...bob, roleName: 'admin' }] }),
  ).toEqual({
    before: { roleAssignments: [bob] },
    after: { roleAssignments: [{ ...bob, roleName: 'admin' }] },
  })
  const rule = { id: '1', name: 'web', priority: 1, targets: ['all'] }
  expect(
    difference({ rules: [rule] }, { rules: [{ ...rule, name: 'www', priority: 2 }, { id: '2' }] }),
  ).toEqual({
    before: { rules: [{ id: '1', name: 'web', priority: 1 }] },
    after: { rules: [{ id: '1', name: 'www', priority: 2 }, { id: '2' }] },
  })
})

test('gives each state from the other, whatever the fields are', () => {
  const state = fc.record({ a: fc.json(), b: fc.jsonValue(), c: fc.constantFrom(1, 2, null) })
  fc.assert(
    fc.property(state, state, (before, after) => {
      const changed = difference(before, after)
      expect({ ...before, ...changed.after }).toEqual(after)
      expect({ ...after, ...changed.before }).toEqual(before)
    }),
  )
})

test('compares lists by their items, at any depth', () => {
  const [one, other] = [
    { id: 'a', list: [[1], [{ b: 2 }]] },
    { id: 'a', list: [[1], [{ b: 3 }]] },
  ]
  expect(difference(one, structuredClone(one))).toEqual({ before: {}, after: {} })
  expect(difference(one, other)).toEqual({ before: { list: one.list }, after: { list: other.list } })
  expect(difference({ list: [1] }, { list: [1, 2] })).toEqual({
    before: { list: [1] },
    after: { list: [1, 2] },
  })
  expect(difference({ list: [] }, { list: null })).toEqual({ before: { list: [] }, after: { list: null } })
})
