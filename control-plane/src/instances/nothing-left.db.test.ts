import { fixedWidth } from '@granary/domain/ip.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tableCounts } from '../../test/table-counts.ts'
import { openWorld, type World } from '../../test/world.ts'

/** Creates that are refused late, after disks, interfaces and addresses were inserted, while the workers run. */
let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
  const make = async (path: string, body: object) =>
    expect((await world.ask('POST', path, { description: '', ...body })).status).toBe(201)
  await make('/v1/projects', { name: 'shop' })
  await make('/v1/disks?project=shop', { ...blank('taken') })
  await make('/v1/disks?project=shop', { ...blank('spare') })
  const group = { policy: 'fail', failure_domain: 'sled' }
  for (let at = 0; at < 17; at++)
    await make('/v1/anti-affinity-groups?project=shop', { name: `group-${at}`, ...group })
  await make('/v1/anti-affinity-groups?project=shop', { name: 'full', ...group })
  const v4 = { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } }
  for (const name of ['front', 'free'])
    await make('/v1/floating-ips?project=shop', { name, address_allocator: v4 })
  const floating = { type: 'floating', floating_ip: 'front' }
  expect((await create({ name: 'holder', external_ips: [floating] })).status).toBe(201)
  await addTinyPool()
  for (let at = 0; at < 32; at++) {
    const member = { anti_affinity_groups: ['full'], network_interfaces: { type: 'none' } }
    expect((await create(member)).status).toBe(201)
  }
  await settled()
})
afterAll(() => world.close())

const blank = (name: string, gib = 1) => ({
  name,
  description: '',
  size: gib * GiB,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
const made = (name: string, gib = 1) => ({ type: 'create', ...blank(name, gib) })
const create = (change: object = {}) => {
  const name = `vm-${count++}`
  return world.ask('POST', '/v1/instances?project=shop', {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    start: false,
    ...change,
  })
}

/** A pool with a single address, which is in use. */
async function addTinyPool(): Promise<void> {
  const { db } = world.services
  const like = await db
    .selectFrom('ip_pool')
    .selectAll()
    .where('name', '=', 'default-v4')
    .executeTakeFirstOrThrow()
  const pool = { ...like, id: crypto.randomUUID(), name: 'tiny' }
  const link = await db
    .selectFrom('ip_pool_silo')
    .selectAll()
    .where('ip_pool_id', '=', like.id)
    .executeTakeFirstOrThrow()
  const address = fixedWidth('192.0.2.77')
  const range = { first_address: address, last_address: address, time_created: like.time_created }
  await db.insertInto('ip_pool').values(pool).execute()
  await db
    .insertInto('ip_pool_silo')
    .values({ ...link, ip_pool_id: pool.id, is_default: 0 })
    .execute()
  await db
    .insertInto('ip_pool_range')
    .values({ ...range, id: crypto.randomUUID(), ip_pool_id: pool.id })
    .execute()
  expect((await create({ external_ips: [fromTiny] })).status).toBe(201)
}
const fromTiny = { type: 'ephemeral', pool_selector: { type: 'explicit', pool: 'tiny' } }

/** Waits until the workers are idle and no instance is in a transient state. */
const settled = () =>
  vi.waitFor(
    async () => {
      const { db } = world.services
      expect(await db.selectFrom('task').select('id').execute()).toEqual([])
      const creating = db.selectFrom('instance').select('name').where('run_state', '=', 'creating')
      expect(await creating.execute()).toEqual([])
    },
    { timeout: 60_000 },
  )

/** Every other part of a create, so that there is much to roll back. */
const much = () => ({
  start: true,
  boot_disk: made('left-boot'),
  disks: [made('left-1'), { type: 'attach', name: 'spare' }],
  external_ips: [
    { type: 'ephemeral', pool_selector: { type: 'auto', ip_version: 'v4' } },
    { type: 'floating', floating_ip: 'free' },
  ],
  anti_affinity_groups: ['group-0'],
  user_data: btoa('#cloud-config'),
})

test.each<[string, object, number, RegExp]>([
  ['a group is full', { anti_affinity_groups: ['group-0', 'full'] }, 400, /maximum allowed members/],
  [
    'it lists 17 groups',
    { anti_affinity_groups: Array.from({ length: 17 }, (_, at) => `group-${at}`) },
    400,
    /maximum allowed groups/,
  ],
  [
    'a floating address belongs to another instance',
    {
      external_ips: [
        { type: 'floating', floating_ip: 'free' },
        { type: 'floating', floating_ip: 'front' },
      ],
    },
    400,
    /attached to another/,
  ],
  ['a key is missing', { ssh_public_keys: ['nobodys'] }, 404, /not found: ssh-key/],
  ['a pool is used up', { external_ips: [fromTiny] }, 507, /No external IP addresses available/],
  ['the name of a disk is taken', { disks: [made('left-2'), made('taken')] }, 400, /already exists: disk/],
  [
    'two of its disks have the same name',
    { disks: [made('left-2'), made('left-2')] },
    400,
    /already exists: disk/,
  ],
  [
    'the storage quota is exceeded',
    {
      disks: Array.from({ length: 11 }, (_, at) => ({
        ...made(`left-${at}`, 100_000),
        disk_backend: { type: 'local' },
      })),
    },
    507,
    /Storage Limit Exceeded: \d+ GiB wanted, \d+ GiB of \d+ GiB in use/,
  ],
  [
    'a disk to attach does not exist',
    { disks: [made('left-2'), { type: 'attach', name: 'no' }] },
    404,
    /disk/,
  ],
  [
    'the subnet of an interface does not exist',
    {
      network_interfaces: {
        type: 'create',
        params: [{ name: 'a', description: '', vpc_name: 'default', subnet_name: 'no' }],
      },
    },
    404,
    /vpc-subnet/,
  ],
])('leaves no row, machine or disk behind when %s', async (_, change, status, message) => {
  const { compute } = world.services
  const machines = await compute.list()
  const rows = await tableCounts(world)
  const makesDisk = vi.spyOn(compute, 'createDisk')
  const makesMachine = vi.spyOn(compute, 'ensureDefined')
  const answer = await create({ ...much(), ...change })
  expect({ status: answer.status, message: answer.body.message }).toEqual({
    status,
    message: expect.stringMatching(message),
  })
  expect(await tableCounts(world)).toEqual(rows)

  // Any leftover work would show up next to the work for this successful create.
  const after = await create({ network_interfaces: { type: 'none' }, disks: [made(`kept-${count}`)] })
  expect(after.status).toBe(201)
  await settled()
  expect(new Set(makesMachine.mock.calls.map(([spec]) => spec.id))).toEqual(new Set([after.body.id]))
  expect(new Set(makesDisk.mock.calls.map(([spec]) => spec.id)).size).toBe(1)
  const known = [...machines.map(({ id }) => id), after.body.id]
  expect(new Set((await compute.list()).map(({ id }) => id))).toEqual(new Set(known))
  vi.restoreAllMocks()
})
