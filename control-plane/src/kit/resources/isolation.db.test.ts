import { contract } from '@granary/contract/contract.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Names, namesOf } from '../../../test/authorization/rows.ts'
import type { Person } from '../../../test/authorization/rules.ts'
import { verdictOf } from '../../../test/authorization/table.ts'
import { openWalk, operations, type Said, type Walk } from '../../../test/authorization/walk.ts'
import { readEvents } from '../../../test/event-reader.ts'
import { PUBLIC_KEY } from '../../../test/ssh-key.ts'

/** Users who must not see the silo with the resources, even if they know its ids. */
const STRANGERS = ['user of another silo', 'admin of another silo'] as const satisfies Person[]
/** A user of the silo who may see nothing in it. */
const HIDDEN_FROM = [...STRANGERS, 'no role', 'fleet admin of another silo'] as const satisfies Person[]

let walk: Walk
beforeAll(async () => {
  walk = await openWalk()
})
afterAll(() => walk.close())

/** Names and ids that do not exist, a different one for each kind. */
const absentIds = {} as Record<string, string>
const absent = (kind: string) => (absentIds[kind] ??= crypto.randomUUID())
/** @param silo a visible silo, for operations that name one. */
const missing = (byName: boolean, silo: string | null): Names => {
  const of = (kind: string) =>
    // Users and groups only have ids, in either run.
    kind === 'silo' && silo
      ? silo
      : byName && !['user', 'siloGroup'].includes(kind)
        ? `no-${kind.toLowerCase()}`
        : absent(kind)
  return namesOf(of, absent, byName ? 'byName' : 'byId')
}

/** Returns a response without the names and ids of its request, and without its own id. */
const words = ({ status, body }: Said) => ({
  status,
  code: body?.error_code,
  message: body?.message?.replaceAll(/"[^"]*"/g, '""'),
})

describe.each(HIDDEN_FROM)('%s', (person) => {
  test.each(['byName', 'byId'] as const)(
    'cannot tell what may not be seen from what is not there, %s',
    async (names) => {
      const cookie = await walk.signIn(person)
      const own = person === 'no role' ? (names === 'byName' ? 'main' : walk.ids.silo!) : null
      const nothing = missing(names === 'byName', own)
      const [hidden, gone]: Record<string, unknown>[] = [{}, {}]
      for (const id of operations.filter((one) => verdictOf(one, person) === 404)) {
        hidden![id] = words(await walk.send(id, walk[names], { cookie }))
        gone![id] = words(await walk.send(id, nothing, { cookie }))
      }
      expect(Object.keys(hidden!).length).toBeGreaterThan(20)
      expect(hidden).toEqual(gone)
    },
  )
})

describe.each(STRANGERS)('%s', (person) => {
  /** Every id in the silo, and the names that are unique to it. */
  const secrets = async () => {
    const { db } = walk.world.services
    const people = await db
      .selectFrom('silo_user')
      .select('id')
      .where('silo_id', '=', walk.ids.silo!)
      .execute()
    // Pools and built-in users belong to the fleet.
    const things = Object.entries(walk.ids).filter(([kind]) => !['pool', 'userBuiltin'].includes(kind))
    return [
      ...things.map(([, id]) => id),
      ...people.map(({ id }) => id),
      walk.byId.of('siloGroup'),
      'shop',
      'colleague',
      'debian',
      'keycloak',
      'spread',
      'together',
      '198.51.100.',
    ]
  }

  test('sees nothing of it in any response', async () => {
    const cookie = await walk.signIn(person)
    const known = await secrets()
    const asked = []
    for (const id of operations) {
      // The catalog has public names.
      if (contract[id].method !== 'GET' || ['eventStream', 'imageCatalogView'].includes(id)) continue
      // Operations that name a silo get the user's own.
      const names = {
        ...walk.byId,
        of: (kind: string) => (kind === 'silo' ? 'elsewhere' : absent(kind)),
        idOf: absent,
      }
      const { status, body } = await walk.send(id, names, { cookie })
      const text = JSON.stringify(body) ?? ''
      expect([id, known.filter((secret) => text.includes(secret))]).toEqual([id, []])
      if (status === 200) asked.push(id)
    }
    expect(asked).toEqual(
      expect.arrayContaining(['userList', 'groupList', 'policyView', 'accessList', 'ipPoolList']),
    )
  })

  test('sees no count of it', async () => {
    const cookie = await walk.signIn(person)
    const ask = async (path: string) => (await walk.world.ask('GET', path, undefined, cookie)).body
    expect((await ask('/v1/utilization')).provisioned).toEqual({ cpus: 0, memory: 0, storage: 0 })
    expect(await ask(`/v1/users?group=${walk.byId.of('siloGroup')}`)).toEqual({ items: [], next_page: null })
    // A page token with a marker from another user's list reveals nothing of that list.
    const theirs = await walk.world.ask('GET', '/v1/users?limit=1')
    const people = await ask(`/v1/users?page_token=${theirs.body.next_page}`)
    expect(people.items.every((one: { silo_id: string }) => one.silo_id !== walk.ids.silo)).toBe(true)
  })

  test('receives no event about it', async () => {
    const reader = await readEvents(walk.world, await walk.signIn(person), '?cursor=0-0')
    const admin = await walk.signIn('silo admin')
    for (const id of operations) {
      if (contract[id].method === 'GET' || ['logout', 'projectDelete'].includes(id)) continue
      await walk.restore()
      await walk.send(id, walk.byName, { cookie: admin })
    }
    const key = { name: `last-${person.replaceAll(' ', '-')}`, description: '', public_key: PUBLIC_KEY }
    const own = await walk.world.ask('POST', '/v1/me/ssh-keys', key, await walk.signIn(person))
    expect(own.status).toBe(201)
    await reader.until((got) => got.some((one) => JSON.stringify(one).includes(key.name)))
    await reader.close()
    expect(reader.all.filter((one) => JSON.stringify(one).includes(walk.ids.silo!))).toEqual([])
    const log = await walk.world.services.db
      .selectFrom('change_log')
      .select('kind')
      .where('silo_id', '=', walk.ids.silo!)
      .execute()
    // Many changes could have been reported.
    expect(new Set(log.map(({ kind }) => kind)).size).toBeGreaterThan(10)
  })
})
