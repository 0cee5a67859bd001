import { manualClock } from '@granary/compute/clock.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneOfEach } from '../../../test/one-of-each.ts'
import { siloId } from '../../../test/people.ts'
import { openWorld, type World } from '../../../test/world.ts'

const clock = manualClock()
let world: World
let ids: Awaited<ReturnType<typeof oneOfEach>>
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  ids = await oneOfEach(world)
})
afterAll(() => world.close())

const named = { description: 'repeated' }
const inShop = '?project=shop'
const inVpc = `${inShop}&vpc=default`
/** Writes that are sent twice: the second one changes nothing. */
const WRITES: [method: string, path: string, body: object | undefined][] = [
  ['PUT', `/v1/anti-affinity-groups/spread${inShop}`, named],
  ['PUT', `/v1/affinity-groups/together${inShop}`, named],
  ['PUT', '/v1/auth-settings', { device_token_max_ttl_seconds: 3_600 }],
  ['PUT', `/v1/external-subnets/block${inShop}`, named],
  ['PUT', `/v1/vpc-firewall-rules${inVpc}`, { rules: [] }],
  ['PUT', `/v1/floating-ips/front${inShop}`, named],
  ['PUT', '/v1/system/hardware/sleds/{sled}/provision-policy', { state: 'provisionable' }],
  ['PUT', `/v1/instances/web/multicast-groups/video${inShop}`, { source_ips: ['192.0.2.1'] }],
  ['PUT', `/v1/network-interfaces/net0${inShop}&instance=web`, { description: 'repeated' }],
  ['PUT', '/v1/system/networking/allow-list', { allowed_ips: { allow: 'any' } }],
  ['PUT', '/v1/system/networking/inbound-icmp', { enabled: true }],
  ['PUT', '/v1/system/networking/settings', { external_jumbo_frames_opt_in_enabled: true }],
  ['PUT', `/v1/projects/shop/policy`, { role_assignments: [] }],
  ['PUT', '/v1/projects/shop', named],
  ['PUT', '/v1/system/silos/main/quotas', { cpus: 1_000 }],
  ['PUT', '/v1/system/ip-pools/default-v4', named],
  ['PUT', '/v1/system/ip-pools/default-v4/silos/main', { is_default: true }],
  ['PUT', '/v1/system/subnet-pools/blocks', named],
  ['PUT', '/v1/system/subnet-pools/blocks/silos/main', { is_default: true }],
  ['PUT', `/v1/vpc-routers/system${inVpc}`, named],
  ['PUT', `/v1/vpc-subnets/default${inVpc}`, named],
  ['PUT', `/v1/vpcs/default${inShop}`, named],
  ['PUT', '/v1/system/networking/bgp-announce-set', { name: 'announced', ...named, announcement: [] }],
  [
    'PUT',
    `/v1/instances/web${inShop}`,
    {
      ncpus: 1,
      memory: 2 ** 30,
      auto_restart_policy: 'never',
      boot_disk: null,
      cpu_platform: null,
      enable_jumbo_frames: false,
    },
  ],
  ['POST', `/experimental/v1/disks/data/protect${inShop}`, undefined],
  ['POST', `/experimental/v1/disks/data/unprotect${inShop}`, undefined],
  ['POST', `/experimental/v1/instances/web/protect${inShop}`, undefined],
  ['POST', `/experimental/v1/instances/web/unprotect${inShop}`, undefined],
  ['POST', `/v1/instances/web/stop${inShop}`, undefined],
  ['POST', `/v1/instances/web/start${inShop}`, undefined],
  ['POST', '/v1/system/ip-pools/default-v4/assignment', { assignment: 'silos' }],
]

test.each(WRITES)('a second %s %s with %j changes nothing', async (method, path, body) => {
  const { ask, services } = world
  if (method === 'PUT') await services.db.updateTable('instance').set({ run_state: 'stopped' }).execute()
  const at = path.replace('{sled}', ids.sled)
  const first = await ask(method, at, body)
  expect([first.status, first.body]).toEqual([expect.toSatisfy((status: number) => status < 300), first.body])
  const counts = () => entries(world)
  const before = await counts()
  await clock.advance(60_000)
  const second = await ask(method, at, body)
  expect([second.status, second.body]).toEqual([first.status, first.body])
  // The audit log has the request all the same.
  expect(await counts()).toEqual({ changes: before.changes, audited: before.audited + 1 })
})

test('a request that ends the sessions of a user is an entry of the user, whose fields stay', async () => {
  const { services, ask } = world
  const before = await entries(world)
  const user = await services.db
    .selectFrom('silo_user')
    .select('id')
    .where('silo_id', '=', await siloId(services))
    .where('external_id', '=', 'admin')
    .executeTakeFirstOrThrow()
  expect((await ask('POST', `/v1/users/${user.id}/logout`)).status).toBe(204)
  expect((await entries(world)).changes).toBe(before.changes + 1)
})

async function entries({ services: { db } }: World) {
  const count = async (table: 'change_log' | 'audit_log') => {
    const { many } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll().as('many'))
      .executeTakeFirstOrThrow()
    return Number(many)
  }
  return { changes: await count('change_log'), audited: await count('audit_log') }
}
