import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEvents } from '../../../test/event-reader.ts'
import { addSilo, addUser, sessionOf } from '../../../test/people.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { inTransaction, systemContext } from '../../kit/resources/transaction.ts'
import { noteResource } from '../../kit/resources/kind.ts'
import { silo } from '../../kinds/silo.ts'

let world: World
const people: Record<string, string> = {}
const TOKENS = '/v1/system/scim/tokens'
beforeAll(async () => {
  world = await openWorld({ started: false })
  const { services } = world
  await addSilo(services, 'cloud', { identity_mode: 'saml_scim' })
  await addSilo(services, 'other', { identity_mode: 'saml_scim' })
  await addSilo(services, 'jit', { identity_mode: 'saml_jit' })
  for (const [name, silo, role] of [
    ['ada', 'cloud', 'admin'],
    ['bob', 'cloud', 'viewer'],
    ['eve', 'other', 'admin'],
  ] as const)
    people[name] = await sessionOf(services, await addUser(services, silo, name, { silo: role }))
})
afterAll(() => world.close())

describe('a SCIM token', () => {
  test('is shown once, stored hashed, listed oldest first, and deleted', async () => {
    const made = []
    for (let n = 0; n < 3; n++) {
      const { status, body } = await world.ask('POST', `${TOKENS}?silo=cloud`, undefined, people.ada)
      expect(status).toBe(201)
      expect(body).toEqual({
        id: expect.any(String),
        bearer_token: expect.stringMatching(/^granary-scim-[0-9a-f]{40}$/),
        time_created: expect.any(String),
        time_expires: null,
        max_fleet_role: null,
      })
      made.push(body)
    }
    expect(new Set(made.map(({ bearer_token }) => bearer_token)).size).toBe(3)
    const shown = made.map(({ id, time_created, time_expires, max_fleet_role }) => ({
      id,
      time_created,
      time_expires,
      max_fleet_role,
    }))
    const oldestFirst = shown.toSorted((a, b) =>
      `${a.time_created}${a.id}` < `${b.time_created}${b.id}` ? -1 : 1,
    )
    expect((await world.ask('GET', `${TOKENS}?silo=cloud`, undefined, people.ada)).body).toEqual(oldestFirst)
    expect((await world.ask('GET', `${TOKENS}/${made[0].id}?silo=cloud`)).body).toEqual(shown[0])

    const { db } = world.services
    const stored = JSON.stringify([
      await db.selectFrom('scim_token').selectAll().execute(),
      await db.selectFrom('change_log').selectAll().execute(),
    ])
    for (const { id, bearer_token } of made) {
      expect(stored).toContain(id)
      expect(stored).not.toContain(bearer_token.replace('granary-scim-', ''))
    }

    for (const { id } of made)
      expect((await world.ask('DELETE', `${TOKENS}/${id}?silo=cloud`, undefined, people.ada)).status).toBe(
        204,
      )
    expect((await world.ask('GET', `${TOKENS}?silo=cloud`)).body).toEqual([])
    expect(await world.ask('DELETE', `${TOKENS}/${made[0].id}?silo=cloud`)).toMatchObject({
      status: 404,
      body: { message: `not found: scim-token with id "${made[0].id}"` },
    })
  })

  test('exists only for silos that use SCIM', async () => {
    const { status, body } = await world.ask('POST', `${TOKENS}?silo=jit`)
    expect({ status, ...body }).toMatchObject({ status: 400, error_code: 'InvalidRequest' })
    expect(body.message).toMatch(/^silo "jit" has no SCIM tokens: its identity mode is saml_jit/)
    for (const silo of ['jit', 'main'])
      expect(await world.ask('GET', `${TOKENS}?silo=${silo}`)).toMatchObject({ status: 200, body: [] })
    expect(await world.ask('GET', TOKENS)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('silo') },
    })
  })

  test('is managed by admins of the silo and of the fleet, and found in its own silo only', async () => {
    const { body } = await world.ask('POST', `${TOKENS}?silo=cloud`)
    const own = `${TOKENS}/${body.id}?silo=cloud`
    expect((await world.ask('GET', own, undefined, people.ada)).status).toBe(200)
    for (const [method, path] of [
      ['GET', own],
      ['DELETE', own],
      ['GET', `${TOKENS}?silo=cloud`],
      ['POST', `${TOKENS}?silo=cloud`],
    ] as const) {
      expect((await world.ask(method, path, undefined, people.bob)).status).toBe(403)
      expect(await world.ask(method, path, undefined, people.eve)).toMatchObject({
        status: 404,
        body: { message: 'not found: silo with name "cloud"' },
      })
      expect((await world.ask(method, path, undefined, '')).status).toBe(401)
    }
    const elsewhere = await world.ask('GET', `${TOKENS}/${body.id}?silo=other`, undefined, people.eve)
    expect(elsewhere.status).toBe(404)
    expect((await world.ask('DELETE', `${TOKENS}/${body.id}?silo=other`)).status).toBe(404)
    expect((await world.ask('GET', own)).status).toBe(200)
  })
})

test('viewers of a silo get no events about its tokens', async () => {
  const { body } = await world.ask('POST', `${TOKENS}?silo=cloud`)
  await touchSilo('cloud')
  const told = async (cookie: string) => {
    const events = await readEvents(world, cookie)
    // Comes after the token events, and every user may see it.
    await events.until((all) => all.some(({ data }) => data?.kind === 'silo'))
    await events.close()
    return events.all.map(({ data }) => data?.id)
  }
  expect(await told(people.ada!)).toContain(body.id)
  expect(await told(people.bob!)).not.toContain(body.id)
})

/** Changes a silo and logs it. */
function touchSilo(name: string): Promise<void> {
  return inTransaction(systemContext(world.services, 'test'), async (context) => {
    const row = await context.db
      .selectFrom('silo')
      .selectAll()
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    noteResource(context, silo, { siloId: row.id, projectId: null }, row, row)
  })
}
