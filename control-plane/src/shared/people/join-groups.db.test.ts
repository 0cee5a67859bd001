import { LIMITS } from '@granary/domain/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { addSilo, addUser } from '../../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../../test/saml.ts'
import { GROUP, openScimSilo } from '../../../test/scim.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Database } from '../../database/schema.ts'
import { chunks } from '../../kit/base/chunks.ts'
import { loadActor } from '../../access/actor.ts'

const { max } = LIMITS.memberships
const MESSAGE =
  'limit reached: a user may have at most 1000 group memberships; take the user out of a group that is not needed'
let world: World
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
})
afterAll(() => world.close())

/** Puts a user into many groups, as before there was a limit. */
async function crowd(userId: string, many: number): Promise<void> {
  const { db, clock } = world.services
  const [{ silo_id } = { silo_id: '' }] = await db
    .selectFrom('silo_user')
    .select('silo_id')
    .where('id', '=', userId)
    .execute()
  const time = clock.now().toISOString()
  const rows = Array.from({ length: many }, (_, at) => ({ id: crypto.randomUUID() as string, at }))
  for (const some of chunks(rows)) {
    const times = { time_created: time, time_modified: time }
    const groups = some.map(({ id, at }) => ({
      id,
      silo_id,
      display_name: `group-${at}-${userId}`,
      ...times,
    }))
    await db.insertInto('silo_group').values(groups).execute()
    await db
      .insertInto('silo_group_member')
      .values(some.map(({ id }) => ({ group_id: id, user_id: userId })))
      .execute()
  }
}

test('SCIM puts a user into as many groups as allowed, and into no other', async () => {
  const scim = await openScimSilo(world, 'cloud')
  const [ada, bob] = [await scim.addUser('ada', {}), await scim.addUser('bob', {})]
  await crowd(ada, max - 1)
  const join = (displayName: string, ...ids: string[]) =>
    scim.ask('POST', '/Groups', { schemas: [GROUP], displayName, members: ids.map((value) => ({ value })) })
  expect((await join('last', ada, bob)).status).toBe(201)
  expect(await join('beyond', bob, ada)).toMatchObject({ status: 400, body: { detail: MESSAGE } })
  expect((await join('bobs', bob)).status).toBe(201)
})

test('a sign-in by an identity provider refuses too many groups, and leaves those of before', async () => {
  const clinic = await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit' })
  const provider = newProvider('keycloak', { allow_unsolicited: true })
  await world.ask('POST', '/v1/system/identity-providers/saml?silo=clinic', provider)
  const signIn = async (groups: string[]) => openBrowser(world).post(samlSubject({ nameId: 'ann', groups }))
  const namesOf = (many: number) => Array.from({ length: many }, (_, at) => `crew-${at}`)
  expect(await signIn(namesOf(max + 1))).toMatchObject({ status: 400, message: MESSAGE })
  expect((await signIn(namesOf(max))).status).toBe(303)
  const { db } = world.services
  const [ann] = await db.selectFrom('silo_user').select('id').where('silo_id', '=', clinic).execute()
  await crowd(ann!.id, 2)
  const before = [...namesOf(max), ...[0, 1].map((at) => `group-${at}-${ann!.id}`)]
  expect((await signIn(before)).status).toBe(303)
  expect(await signIn([...before, 'beyond'])).toMatchObject({ status: 400, message: MESSAGE })
  expect((await signIn(['night'])).status).toBe(303)
})

test('what a user in 10,000 groups may do is read by as many rows as that of any user', async () => {
  const { services } = world
  const ada = await addUser(services, 'main', 'crowded', { silo: 'viewer' })
  const bob = await addUser(services, 'main', 'alone', { silo: 'viewer' })
  await crowd(ada, 10_000)
  const costOf = async (user: string) => {
    let cost = 0
    const db = (services.db as Kysely<Database>).withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        cost += result.rows.length
        return result
      },
    })
    const actor = await loadActor(db, user, null)
    return { cost, actor: actor! }
  }
  const [many, none] = [await costOf(ada), await costOf(bob)]
  expect([many.cost, many.actor.groupIds.length, none.actor.groupIds]).toEqual([none.cost, 10_000, []])
  await services.db
    .insertInto('role_assignment')
    .values({
      resource_id: many.actor.siloId,
      resource_kind: 'silo',
      identity_kind: 'silo_group',
      identity_id: many.actor.groupIds.at(-1)!,
      role: 'admin',
    })
    .execute()
  expect((await costOf(ada)).actor.grants.silo).toBe('admin')
})
