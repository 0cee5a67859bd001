import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser, sessionOf } from '../../../control-plane/test/people.ts'
import { openScimSilo } from '../../../control-plane/test/scim.ts'
import { openWorld, type World } from '../../../control-plane/test/world.ts'
import { MAX_CALLER_AGE_MS } from '@granary/control-plane/edge/readmission.ts'

/** Trust that is withdrawn while the transaction of a request waits for the lock of another one. */
let world: World
let count = 0
beforeAll(async () => void (world = await openWorld({ started: false })))
afterAll(() => world.close())

/** Runs something while a request waits for the lock of a table. @returns the status of the request. */
async function whileLocked(
  table: string,
  ask: () => Promise<{ status: number }>,
  meanwhile: () => Promise<unknown>,
): Promise<number> {
  const { db } = world.services
  const answered = await db.transaction().execute(async (inner) => {
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(inner)
    const asked = ask()
    const waiting = sql<{
      pid: number
    }>`select pid from pg_locks where relation = ${table}::regclass and not granted`
    await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, MAX_CALLER_AGE_MS + 20))
    await meanwhile()
    return { asked }
  })
  return (await answered.asked).status
}

const db = () => world.services.db

test.each([
  ['nothing', 201, async () => {}],
  ['their session', 401, (id: string) => db().deleteFrom('session').where('user_id', '=', id).execute()],
  [
    'their role',
    403,
    (id: string) => db().deleteFrom('role_assignment').where('identity_id', '=', id).execute(),
  ],
  [
    'their right to sign in',
    401,
    (id: string) => db().updateTable('silo_user').set({ active: 0 }).where('id', '=', id).execute(),
  ],
] as const)(
  'a user who loses %s while their request waits for a lock gets %i',
  async (_, status, withdraw) => {
    const name = `late-${++count}`
    const user = await addUser(world.services, 'main', name, { silo: 'collaborator' })
    const cookie = await sessionOf(world.services, user)
    const create = () => world.ask('POST', '/v1/projects', { name, description: '' }, cookie)
    expect(await whileLocked('project', create, () => withdraw(user))).toBe(status)
    expect((await world.ask('GET', `/v1/projects/${name}`)).status).toBe(status === 201 ? 200 : 404)
  },
)

test('a SCIM client whose token is deleted while its request waits for a lock makes no user', async () => {
  const { addUser: provision, siloId } = await openScimSilo(world, 'provisioned')
  const made = () =>
    provision('late').then(
      () => ({ status: 201 }),
      () => ({ status: 401 }),
    )
  const remove = () => db().deleteFrom('scim_token').where('silo_id', '=', siloId).execute()
  expect(await whileLocked('silo_user', made, remove)).toBe(401)
  expect(await db().selectFrom('silo_user').select('id').where('silo_id', '=', siloId).execute()).toEqual([])
})
