import { afterAll, beforeAll, expect, test } from 'vitest'
import { addGroup, addSilo, sessionOf } from '../../test/people.ts'
import { newProvider, openBrowser, pretendedSaml, samlSubject } from '../../test/saml.ts'
import { openWorld, type World } from '../../test/world.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { MEMBERSHIPS_AT_ONCE, replaceMemberships } from './groups.ts'

/** Two portions and a part of one. */
const MANY = 2 * MEMBERSHIPS_AT_ONCE + 10
let world: World
let clinic: string
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.saml = pretendedSaml
  clinic = await addSilo(world.services, 'clinic', { identity_mode: 'saml_jit', admin_group_name: 'chiefs' })
  const path = '/v1/system/identity-providers/saml?silo=clinic'
  expect((await world.ask('POST', path, newProvider('keycloak', { allow_unsolicited: true }))).status).toBe(
    201,
  )
})
afterAll(() => world.close())

const namesOf = (crew: string, count = MANY) => Array.from({ length: count }, (_, at) => `${crew}-${at}`)
const signIn = (groups: string[], nameId = 'ada') => openBrowser(world).post(samlSubject({ nameId, groups }))
const userId = async (nameId = 'ada') => {
  const users = world.services.db.selectFrom('silo_user').select('id').where('silo_id', '=', clinic)
  return (await users.where('external_id', '=', nameId).executeTakeFirstOrThrow()).id
}
async function groupsOf(id: string): Promise<string[]> {
  const groups = world.services.db
    .selectFrom('silo_group_member')
    .innerJoin('silo_group', 'silo_group.id', 'silo_group_member.group_id')
    .select('silo_group.display_name')
    .where('user_id', '=', id)
  return (await groups.execute()).map((group) => group.display_name).toSorted()
}

/** Replaces a portion of the memberships of a user. @returns how many are left. */
const portion = async (id: string, names: string[]) => {
  const silo = await world.services.db
    .selectFrom('silo')
    .selectAll()
    .where('id', '=', clinic)
    .executeTakeFirstOrThrow()
  return inTransaction(systemContext(world.services, 'test'), (context) =>
    replaceMemberships(context, silo, id, names),
  )
}

test('a sign-in puts a user into more groups than a portion, and later into others', async () => {
  for (const crew of ['day', 'night']) {
    expect((await signIn([...namesOf(crew), 'chiefs'])).status).toBe(303)
    expect(await groupsOf(await userId())).toEqual([...namesOf(crew), 'chiefs'].toSorted())
  }
})

test('a transaction changes a portion of the memberships, and those that end come first', async () => {
  expect((await signIn(namesOf('day'), 'bob')).status).toBe(303)
  const bob = await userId('bob')
  const isDay = (name: string) => name.startsWith('day')
  const counts = []
  for (let left = 1; left > 0;) {
    left = await portion(bob, namesOf('late'))
    const groups = await groupsOf(bob)
    counts.push([groups.filter(isDay).length, groups.filter((name) => !isDay(name)).length])
  }
  const half = MEMBERSHIPS_AT_ONCE
  expect(counts).toEqual([
    [MANY - half, 0],
    [MANY - 2 * half, 0],
    [0, half - 10],
    [0, 2 * half - 10],
    [0, MANY],
  ])
})

test('a sign-in goes on with what another one left behind after a kill', async () => {
  expect((await signIn(['one'], 'eve')).status).toBe(303)
  const eve = await userId('eve')
  expect(await portion(eve, namesOf('killed'))).toBe(MANY + 1 - MEMBERSHIPS_AT_ONCE)
  expect((await signIn(namesOf('killed'), 'eve')).status).toBe(303)
  expect(await groupsOf(eve)).toEqual(namesOf('killed').toSorted())
})

test('two sign-ins of a user with other groups each come to an end', async () => {
  const answers = await Promise.all(['red', 'blue'].map((crew) => signIn(namesOf(crew, 8 * MANY), 'two')))
  for (const { status, message } of answers)
    expect([
      [303, undefined],
      [400, expect.stringContaining('another sign-in changed the groups')],
    ]).toContainEqual([status, message])
})

test('a refused sign-in puts no user into a group with a stronger fleet role than its provider may give', async () => {
  const { db } = world.services
  expect((await signIn(['one'], 'mal')).status).toBe(303)
  const mal = await userId('mal')
  const operators = await addGroup(world.services, 'clinic', 'operators', [])
  await db
    .insertInto('role_assignment')
    .values({
      resource_id: 'fleet',
      resource_kind: 'fleet',
      identity_kind: 'silo_group',
      identity_id: operators,
      role: 'admin',
    })
    .execute()
  await db.updateTable('saml_provider').set({ max_fleet_role: null }).execute()
  expect((await signIn([...namesOf('more'), 'operators'], 'mal')).status).toBe(403)
  expect(await groupsOf(mal)).not.toContain('operators')
  const me = await world.ask('GET', '/v1/me', undefined, await sessionOf(world.services, mal))
  expect(me.body.fleet_viewer).toBe(false)
})
