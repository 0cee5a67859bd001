import type { ProjectRole } from '@granary/domain/roles.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { OutdatedError } from '../database/retry.ts'
import type { Actor } from '../kit/actor.ts'
import type { Context } from '../kit/context.ts'
import { findingAgain, MAX_CALLER_AGE_MS } from './readmission.ts'

afterEach(() => void vi.restoreAllMocks())

const actor = (groupIds: string[], projects: [string, ProjectRole][]): Actor => ({
  kind: 'user',
  userId: 'u',
  displayName: 'User',
  siloId: 's',
  siloName: 'main',
  groupIds,
  grants: { fleet: null, silo: 'viewer', projects: new Map(projects) },
  sessionId: 'session',
  token: null,
})
const before = actor(
  ['a', 'b'],
  [
    ['p', 'admin'],
    ['q', 'viewer'],
  ],
)

/** Confirms a caller after some milliseconds, when they would be found as `after`. */
async function confirmed(after: Actor, ms = MAX_CALLER_AGE_MS): Promise<void> {
  const begun = performance.now()
  const { readmit, confirm } = findingAgain({ actor: before }, async () => ({ actor: after }))
  const inner = await readmit({} as Context)
  vi.spyOn(performance, 'now').mockReturnValue(begun + ms + 10)
  await confirm(inner)
}

test('a caller who is read again with the same rights may commit, whatever their order', async () => {
  await confirmed(
    actor(
      ['b', 'a'],
      [
        ['q', 'viewer'],
        ['p', 'admin'],
      ],
    ),
  )
})

test.each([
  ['a group', actor(['a'], [...before.grants.projects])],
  ['a project', actor(['a', 'b'], [['p', 'admin']])],
  [
    'a role of a project',
    actor(
      ['a', 'b'],
      [
        ['p', 'viewer'],
        ['q', 'viewer'],
      ],
    ),
  ],
])('a transaction whose caller has lost %s begins again', async (_, after) => {
  await expect(confirmed(after)).rejects.toThrow(OutdatedError)
})

test('a caller is not read again before a short transaction commits', async () => {
  await confirmed(actor([], []), MAX_CALLER_AGE_MS / 2)
})
