import { GiB } from '@granary/domain/sizes.ts'
import fc from 'fast-check'
import type { World } from './world.ts'

const POOL_RANGES = {
  v4: ['00000000000000000000ffffcb007100', '00000000000000000000ffffcb0071ff'],
  v6: ['20010db8000000000000000000000000', '20010db80000000000000000000000ff'],
} as const

/** Creates what many instances of the project `shop` need: subnets, addresses, and groups of both kinds. */
export async function makeRoom(world: World): Promise<void> {
  const { db } = world.services
  const subnet = await db.selectFrom('vpc_subnet').selectAll().executeTakeFirstOrThrow()
  const others = [0, 1, 2].map((at) => ({
    ...subnet,
    id: crypto.randomUUID(),
    name: `s${at}`,
    ipv4_block: `10.0.${at}.0/24`,
    ipv6_block: subnet.ipv6_block.replace('0:', `${at + 1}:`),
  }))
  await db.insertInto('vpc_subnet').values(others).execute()
  for (const pool of await db.selectFrom('ip_pool').selectAll().execute()) {
    const [first_address, last_address] = POOL_RANGES[pool.ip_version]
    await db.deleteFrom('ip_pool_range').where('ip_pool_id', '=', pool.id).execute()
    const { time_created } = pool
    const range = { id: crypto.randomUUID(), ip_pool_id: pool.id, first_address, last_address, time_created }
    await db.insertInto('ip_pool_range').values(range).execute()
  }
  for (const kind of ['affinity', 'anti-affinity'])
    for (const name of ['one', 'two'])
      await world.ask('POST', `/v1/${kind}-groups?project=shop`, {
        name: `${kind}-${name}`,
        description: '',
        policy: 'allow',
        failure_domain: 'sled',
      })
}

/** The parts of an instance. */
export const lifeShape = fc.record({
  disks: fc.array(
    fc.record({
      state: fc.constantFrom('attached', 'creating', 'faulted', 'maintenance'),
      goes: fc.boolean(),
    }),
    { maxLength: 4 },
  ),
  boots: fc.boolean(),
  nics: fc.integer({ min: 0, max: 3 }),
  ephemeral: fc.boolean(),
  floating: fc.integer({ min: 0, max: 2 }),
  affinity: fc.subarray(['affinity-one', 'affinity-two']),
  antiAffinity: fc.subarray(['anti-affinity-one', 'anti-affinity-two']),
  state: fc.constantFrom('stopped', 'failed', 'running', 'creating'),
})
export type Life = typeof lifeShape extends fc.Arbitrary<infer Value> ? Value : never

/** Writes an instance with these parts into the database, as if it had run for a while. */
export async function createPopulatedWorld(world: World, wanted: Life) {
  const name = `vm-${crypto.randomUUID().slice(0, 13)}`
  const { db } = world.services
  const floating = Array.from({ length: wanted.floating }, (_, at) => `${name}-ip${at}`)
  for (const ip of floating)
    await world.ask('POST', '/v1/floating-ips?project=shop', {
      name: ip,
      description: '',
      address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
    })
  const disks = wanted.disks.map((_, at) => ({
    type: 'create',
    name: `${name}-disk${at}`,
    description: '',
    size: (at + 1) * GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  }))
  const params = Array.from({ length: wanted.nics }, (_, at) => ({
    name: `net${at}`,
    description: '',
    vpc_name: 'default',
    subnet_name: `s${at}`,
  }))
  const outside = wanted.nics > 0
  const { body, status } = await world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    start: false,
    disks,
    network_interfaces: outside ? { type: 'create', params } : { type: 'none' },
    external_ips: outside
      ? [
          ...(wanted.ephemeral
            ? [{ type: 'ephemeral', pool_selector: { type: 'auto', ip_version: 'v4' } }]
            : []),
          ...floating.map((ip) => ({ type: 'floating', floating_ip: ip })),
        ]
      : [],
    anti_affinity_groups: wanted.antiAffinity,
  })
  if (status !== 201) throw new Error(body.message)
  for (const group of wanted.affinity)
    await world.ask('POST', `/v1/affinity-groups/${group}/members/instance/${body.id}?project=shop`)
  const made = await db
    .selectFrom('disk')
    .selectAll()
    .where('instance_id', '=', body.id)
    .orderBy('name')
    .execute()
  for (const [at, disk] of made.entries())
    await db.updateTable('disk').set({ state: wanted.disks[at]!.state }).where('id', '=', disk.id).execute()
  await db
    .updateTable('instance')
    .set({ run_state: wanted.state, boot_disk_id: wanted.boots ? (made[0]?.id ?? null) : null })
    .where('id', '=', body.id)
    .execute()
  const goes = made.filter((_, at) => wanted.disks[at]!.goes).map(({ id }) => id)
  return { id: body.id as string, path: `/v1/instances/${body.id}`, goes }
}
