import { expect, test } from 'vitest'
import { addMemberReason, groupMemberProblem, joinGroupReason } from './affinity.ts'

test.each([
  [31, 15, null],
  [32, 0, 'group already has maximum allowed members (32)'],
  [0, 16, 'instance already belongs to maximum allowed groups (16)'],
])('a group of %d, an instance in %d: %s', (members, groups, problem) =>
  expect(groupMemberProblem({ members, groups })).toBe(problem),
)

test.each([
  [0, 1, null],
  [31, 40, null],
  [32, 40, 'Maximum number of members reached'],
  [0, 0, 'No instances available'],
  [3, 3, 'All instances are already in the group'],
])('a group of %d of %d instances: %s', (members, instances, reason) =>
  expect(addMemberReason({ members, instances })).toBe(reason),
)

test.each([
  [0, 1, null],
  [15, 20, null],
  [0, 0, 'No groups found'],
  [2, 2, 'Instance is already in all groups'],
  [16, 20, 'Maximum number of groups reached'],
])('an instance in %d of %d groups: %s', (joined, groups, reason) =>
  expect(joinGroupReason({ joined, groups })).toBe(reason),
)
