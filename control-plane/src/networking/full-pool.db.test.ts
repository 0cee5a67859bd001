import { fixedWidth, macAddress, nextAddress } from '@granary/domain/ip.ts'
import { keptForNat } from '@granary/domain/ip-ranges.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chunks } from '../kit/base/chunks.ts'
import { openWorld, type World } from '../../test/world.ts'

/** Addresses of the pool and of the subnet; 65536 takes about a minute. */
const SIZE = Number(process.env.GRANARY_TEST_ADDRESSES ?? 512)
const CREATES = 32
const KEPT = keptForNat(BigInt(SIZE))

let world: World
let projectId = ''
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.settings.addressesPerSilo = 2 * SIZE
  projectId = (await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })).body.id
})
afterAll(() => world.close())

/** Returns addresses in their order. */
function from(first: string, count: number): string[] {
  const all = [fixedWidth(first)]
  while (all.length < count) all.push(nextAddress(all.at(-1)!))
  return all
}

/** Splits addresses into held ones, and as many free ones between them as given. */
function withHoles(addresses: readonly string[], count: number) {
  const step = Math.floor(addresses.length / count)
  const isHole = (at: number) => at % step === step - 1 && at < step * count
  return {
    held: addresses.filter((_, at) => !isHole(at)),
    holes: addresses.filter((_, at) => isHole(at)),
  }
}

const rowOf = (at: number) => ({
  id: crypto.randomUUID(),
  name: `held-${at}`,
  description: '',
  time_created: '',
  time_modified: '',
})
const named = (name: string, more: object) => ({ name, description: '', ...more })
const all = <Answer>(create: (at: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: CREATES }, (_, at) => create(at)))
const outcomes = (answers: { status: number; body: { message?: string } }[]) =>
  new Set(answers.map(({ status, body }) => `${status} ${body.message ?? ''}`))

test('32 clients at once get the 32 lowest free addresses of a full pool', async () => {
  const addresses = from('100.64.0.0', SIZE)
  const { held, holes } = withHoles(addresses, CREATES + KEPT)
  await world.ask('POST', '/v1/system/ip-pools', named('full', { ip_version: 'v4' }))
  const poolId = (await world.ask('GET', '/v1/system/ip-pools/full')).body.id
  await world.ask('POST', `/v1/system/ip-pools/${poolId}/silos`, { silo: 'main', is_default: false })
  const { db } = world.services
  await db
    .insertInto('ip_pool_range')
    .values({
      id: crypto.randomUUID(),
      ip_pool_id: poolId,
      first_address: addresses[0]!,
      last_address: addresses.at(-1)!,
      time_created: '',
    })
    .execute()
  const own = {
    kind: 'floating' as const,
    tags: '{}',
    ip_pool_id: poolId,
    project_id: projectId,
    instance_id: null,
  }
  const rows = held.map((ip, at) => ({ ...rowOf(at), ...own, ip, first_port: 0, last_port: 65_535 }))
  for (const some of chunks(rows)) await db.insertInto('external_ip').values(some).execute()
  const create = (at: number) =>
    world.ask(
      'POST',
      '/v1/floating-ips?project=shop',
      named(`ip-${at}`, {
        address_allocator: { type: 'auto', pool_selector: { type: 'explicit', pool: 'full' } },
      }),
    )
  const answers = await all(create)
  expect(outcomes(answers)).toEqual(new Set(['201 ']))
  const got = answers.map(({ body }) => fixedWidth(body.ip)).toSorted()
  expect(got).toEqual(holes.slice(0, CREATES))
  expect((await create(99)).status).toBe(507)

  const [, second] = answers.toSorted((a, b) => (fixedWidth(a.body.ip) < fixedWidth(b.body.ip) ? -1 : 1))
  await world.ask('DELETE', `/v1/floating-ips/${second!.body.id}`)
  expect((await create(100)).body.ip).toBe(second!.body.ip)
})

test('32 clients at once get the 32 lowest free addresses of a full subnet', async () => {
  const { body: inSubnet } = await world.ask(
    'POST',
    '/v1/vpc-subnets?project=shop&vpc=default',
    named('full', { ipv4_block: '10.0.0.0/8' }),
  )
  const body = (name: string, networkInterfaces: object) =>
    named(name, {
      hostname: name,
      ncpus: 1,
      memory: 2 ** 30,
      start: false,
      network_interfaces: networkInterfaces,
    })
  const make = (name: string, interfaces: object) =>
    world.ask('POST', '/v1/instances?project=shop', body(name, interfaces))
  const { body: holder } = await make('holder', { type: 'none' })
  const { held, holes } = withHoles(from('10.0.0.5', SIZE), CREATES)
  const rows = held.map((ipv4, at) => ({
    ...rowOf(at),
    instance_id: holder.id,
    vpc_id: inSubnet.vpc_id,
    subnet_id: inSubnet.id,
    mac: macAddress(at),
    is_primary: 0 as const,
    slot: at,
    ipv4,
    ipv6: null,
    transit_ips: '[]',
  }))
  for (const some of chunks(rows))
    await world.services.db.insertInto('network_interface').values(some).execute()
  const one = named('net0', {
    vpc_name: 'default',
    subnet_name: 'full',
    ip_config: { type: 'v4', value: { ip: { type: 'auto' } } },
  })
  const answers = await all((at) => make(`vm-${at}`, { type: 'create', params: [one] }))
  expect(outcomes(answers)).toEqual(new Set(['201 ']))
  const ids = answers.map(({ body: { id } }) => id)
  const got = await world.services.db
    .selectFrom('network_interface')
    .select('ipv4')
    .where('instance_id', 'in', ids)
    .orderBy('ipv4')
    .execute()
  expect(got.map(({ ipv4 }) => ipv4)).toEqual(holes)
})
