import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../database/schema.ts'
import { addSilo } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { pruneExpired } from './pruning.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const PROVIDER = {
  name: 'p',
  description: '',
  idp_metadata: '',
  idp_entity_id: '',
  sp_client_id: '',
  acs_url: '',
  slo_url: '',
  technical_contact_email: '',
  group_attribute_name: null,
  public_cert: null,
  private_key: null,
  max_fleet_role: null,
  enabled: 1,
  allow_unsolicited: 0,
  missing_groups: 'keep',
  user_id_attribute: null,
} as const
const FETCH = {
  name: 'n',
  description: '',
  os: 'o',
  version: '1',
  block_size: 512,
  url: 'http://images.example',
  state: 'failed',
  bytes_done: 0,
} as const

const ENTRY = {
  request_uri: '/v1/projects',
  operation_id: 'project_create',
  source_ip: '192.0.2.1',
  actor_kind: 'unauthenticated',
  result: 'error',
  repeats: 0,
}

const clock = manualClock()
let world: World
let userId: string
const providerId = crypto.randomUUID()
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  const user = world.services.db.selectFrom('silo_user').select('id').where('external_id', '=', 'admin')
  userId = (await user.executeTakeFirstOrThrow()).id
  const time = at(0)
  const siloId = await addSilo(world.services, 'saml', { identity_mode: 'saml_jit' })
  await world.services.db
    .insertInto('saml_provider')
    .values({ ...PROVIDER, id: providerId, silo_id: siloId, time_created: time, time_modified: time })
    .execute()
})
afterAll(() => world.close())

const at = (age: number) => new Date(clock.now().getTime() - age).toISOString()
const id = () => crypto.randomUUID()

/** A row of each table whose time is so many milliseconds ago, and the age up to which it is kept. */
const aged: [keyof Database, number, (age: number) => object][] = [
  [
    'access_token',
    HOUR,
    (age) => ({ id: id(), user_id: userId, token_hash: id(), time_created: at(DAY), time_expires: at(age) }),
  ],
  ['issue_snooze', 0, (age) => ({ user_id: userId, issue: id(), until: at(age) })],
  [
    'saml_request',
    0,
    (age) => ({ id: id(), provider_id: providerId, time_expires: at(age), browser_hash: 'h', network: 'n' }),
  ],
  [
    'saml_answer',
    0,
    (age) => ({
      token_hash: id(),
      provider_id: providerId,
      user_id: userId,
      browser_hash: null,
      target: '/',
      time_expires: at(age),
    }),
  ],
  ['saml_assertion', 0, (age) => ({ key: id(), time_expires: at(age) })],
  [
    'image_fetch',
    7 * DAY,
    (age) => {
      const ids = {
        id: id(),
        silo_id: id(),
        project_id: id(),
        user_id: userId,
        disk_id: id(),
        snapshot_id: id(),
      }
      return { ...FETCH, ...ids, time_created: at(age), time_completed: at(age) }
    },
  ],
  [
    'audit_log',
    90 * DAY,
    (age) => ({ ...ENTRY, id: id(), request_id: id(), time_started: at(age), time_completed: at(age) }),
  ],
  [
    'bulk_job',
    7 * DAY,
    (age) => ({ id: id(), user_id: userId, operation: 'instance_start', time_created: at(age) }),
  ],
]

test.each(aged)('%s: rows are kept up to their age, and deleted beyond it', async (table, age, row) => {
  const { db } = world.services
  const ids = async () =>
    (await db.selectFrom(table).selectAll().execute()).map((each) => JSON.stringify(each))
  const before = await ids()
  await db
    .insertInto(table)
    .values([row(age - 1_000) as never])
    .execute()
  const kept = await ids()
  await db
    .insertInto(table)
    .values([row(age + 1_000) as never])
    .execute()
  expect((await ids()).length).toBe(before.length + 2)
  await pruneExpired(world.services)
  expect(await ids()).toEqual(kept)
})
