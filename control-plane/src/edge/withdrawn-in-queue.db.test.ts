import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/schema.ts'
import { MAX_TRANSACTIONS, transaction } from '../database/retry.ts'
import { addUser, sessionOf } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { MAX_CALLER_AGE_MS } from './readmission.ts'

/** Trust that is withdrawn while a request, whose caller was found, waits for its turn at the database. */
let world: World
let count = 0
beforeAll(async () => void (world = await openWorld({ started: false })))
afterAll(() => world.close())

const pause = () => new Promise((resolve) => setTimeout(resolve, MAX_CALLER_AGE_MS + 20))

/**
 * Sends a request as a user who loses something while the work of others keeps it from the database.
 * @returns its status.
 */
async function ask(user: string, withdraw: (db: Kysely<Database>) => Promise<unknown>): Promise<number> {
  const { services } = world
  const { db, engine } = services
  const cookie = await sessionOf(services, user)
  const [found, taken, isQueued] = [0, 1, 2].map(() => Promise.withResolvers<void>())
  // The server looks at its disk space when it has found the caller.
  services.isShortOfSpace = async () => {
    found!.resolve()
    await taken!.promise
    return false
  }
  const answered = world.ask('POST', '/v1/projects', { name: `late-${count}`, description: '' }, cookie)
  await found!.promise
  delete services.isShortOfSpace
  // SQLite has one place, and the withdrawal needs it.
  const isOne = engine === 'sqlite'
  const held = Array.from({ length: isOne ? 1 : MAX_TRANSACTIONS }, (_, index) =>
    transaction(db, engine, { silo: `silo-${index}`, user: '', operation: '' }, async (inner) => {
      await inner.selectFrom('silo').select('id').execute()
      taken!.resolve()
      await isQueued!.promise
      if (isOne) await withdraw(inner)
    }),
  )
  await taken!.promise
  await pause()
  if (!isOne) await withdraw(db)
  isQueued!.resolve()
  await Promise.all(held)
  return (await answered).status
}

const nothing = async () => {}

test.each([
  ['nothing', 201, () => nothing],
  [
    'their session',
    401,
    (id: string) => (db: Kysely<Database>) => db.deleteFrom('session').where('user_id', '=', id).execute(),
  ],
  [
    'their role',
    403,
    (id: string) => (db: Kysely<Database>) =>
      db.deleteFrom('role_assignment').where('identity_id', '=', id).execute(),
  ],
  [
    'their right to sign in',
    401,
    (id: string) => (db: Kysely<Database>) =>
      db.updateTable('silo_user').set({ active: 0 }).where('id', '=', id).execute(),
  ],
] as const)('a user who loses %s before the turn of their request gets %i', async (_, status, withdraw) => {
  count += 1
  const user = await addUser(world.services, 'main', `user-${count}`, { silo: 'collaborator' })
  expect(await ask(user, withdraw(user))).toBe(status)
  const made = await world.ask('GET', `/v1/projects/late-${count}`)
  expect(made.status).toBe(status === 201 ? 200 : 404)
})
