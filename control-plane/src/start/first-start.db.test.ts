import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
})
afterAll(() => world.close())

test("logs each resource that the first start creates, in the API's form", async () => {
  const rows = await world.services.db
    .selectFrom('change_log')
    .select(['kind', 'name', 'action', 'actor_kind', 'after'])
    .where('operation', '=', 'first_start')
    .orderBy('seq')
    .execute()
  expect(rows.map(({ kind, name, action }) => `${kind} ${name} ${action}`)).toEqual([
    'silo main created',
    'silo-quotas main created',
    'silo-user admin created',
    'fleet-policy null updated',
    'silo-policy main updated',
    'ip-pool default-v4 created',
    'ip-pool default-v6 created',
  ])
  expect(new Set(rows.map((row) => row.actor_kind))).toEqual(new Set(['system']))
  const admin = (await world.ask('GET', '/v1/me')).body.id as string
  for (const policy of rows.filter(({ kind }) => kind.endsWith('-policy')))
    expect(JSON.parse(policy.after!)).toEqual({
      roleAssignments: [{ identityId: admin, identityType: 'silo_user', roleName: 'admin' }],
    })
  expect(rows.map((row) => row.after).join()).not.toContain('secret')
})
