import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blank, type Creating, ephemeral, nic, nicList, openCreating } from '../../test/creating-instances.ts'
import { testRefusals } from '../../test/creation-refusals.ts'
import { tableCounts } from '../../test/table-counts.ts'

let creating: Creating
beforeAll(async () => {
  creating = await openCreating()
  await creating.addBackSubnet()
  await creating.create({ external_ips: [{ type: 'floating', floating_ip: 'front' }] })
})
afterAll(() => creating.world.close())

const v4 = (value: string) => ({ ip_config: { type: 'v4', value: { ip: { type: 'explicit', value } } } })

testRefusals(
  () => creating,
  [
    ['an empty list of interfaces', () => nicList(), 400, /network interface/],
    [
      'nine interfaces',
      () => nicList(...Array.from({ length: 9 }, (_, at) => nic(`n${at}`))),
      400,
      /8 network interfaces/,
    ],
    [
      'interfaces in two VPCs',
      () => nicList(nic('a'), { ...nic('b'), vpc_name: 'second' }),
      400,
      /span multiple VPCs/,
    ],
    ['two interfaces in the same subnet', () => nicList(nic('a'), nic('b')), 400, /distinct subnet/],
    [
      'two interfaces with the same name',
      () => nicList(nic('a'), nic('a', 'back')),
      400,
      /^already exists: instance-network-interface "a"$/,
    ],
    [
      'an interface in a subnet that does not exist',
      () => nicList(nic('a', 'none')),
      404,
      /^not found: vpc-subnet with name "none"$/,
    ],
    [
      'an address outside of the subnet',
      () => nicList(nic('a', 'default', v4('10.0.0.9'))),
      400,
      /10\.0\.0\.9/,
    ],
    [
      'a reserved address',
      () => nicList(nic('a', 'default', v4('172.30.0.4'))),
      400,
      /^The first 5 addresses of a subnet are reserved$/,
    ],
    [
      'the broadcast address',
      () => nicList(nic('a', 'default', v4('172.30.3.255'))),
      400,
      /^Cannot request a broadcast address$/,
    ],
    ['a taken address', () => nicList(nic('a', 'default', v4('172.30.0.5'))), 400, /not available/],
    [
      '33 addresses',
      () => ({ external_ips: Array.from({ length: 33 }, () => ephemeral('v4')) }),
      400,
      /32 external IP/,
    ],
    [
      'three ephemeral addresses',
      () => ({ external_ips: [ephemeral('v4'), ephemeral('v6'), ephemeral('v4')] }),
      400,
      /ephemeral/,
    ],
    [
      'two ephemeral addresses of the same family',
      () => ({ external_ips: [ephemeral('v4'), ephemeral('v4')] }),
      400,
      /ephemeral/,
    ],
    [
      'two ephemeral addresses, one without a family',
      () => ({ external_ips: [ephemeral('v4'), { type: 'ephemeral' }] }),
      400,
      /^of two ephemeral IP addresses each must specify ip_version or a pool$/,
    ],
    [
      'an address without a family, with two default pools',
      () => ({ external_ips: [{ type: 'ephemeral' }] }),
      400,
      /multiple default unicast pools/,
    ],
    [
      'an address of a family that its interface lacks',
      () => ({ network_interfaces: { type: 'default_ipv6' }, external_ips: [ephemeral('v4')] }),
      400,
      /IPv4/,
    ],
    [
      'an address without any interface',
      () => ({ network_interfaces: { type: 'none' }, external_ips: [ephemeral('v6')] }),
      400,
      /IPv6/,
    ],
    [
      'an address of a pool that does not exist',
      () => ({ external_ips: [{ type: 'ephemeral', pool_selector: { type: 'explicit', pool: 'none' } }] }),
      404,
      /^not found: ip-pool with name "none"$/,
    ],
    [
      'a floating address of another instance',
      () => ({ external_ips: [ephemeral('v4'), { type: 'floating', floating_ip: 'front' }] }),
      400,
      /floating IP "front" cannot be attached .* still attached to another/,
    ],
    [
      'a floating address that does not exist',
      () => ({ external_ips: [{ type: 'floating', floating_ip: 'none' }] }),
      404,
      /floating-ip/,
    ],
  ],
)

test('a network without a pool for the shared address', async () => {
  const { world, create } = creating
  const { db } = world.services
  await db.updateTable('ip_pool_silo').set({ is_default: 0 }).execute()
  const before = await tableCounts(world)
  const { status, body } = await create({ disks: [blank('good')] })
  expect({ status, message: body.message }).toEqual({
    status: 404,
    message: 'not found: default unicast IPv4 pool for current silo',
  })
  expect(
    (await create({ network_interfaces: { type: 'default_ipv6' }, external_ips: [ephemeral('v6')] })).body
      .message,
  ).toBe('not found: default unicast IPv6 pool for current silo')
  expect(await tableCounts(world)).toEqual(before)
  await db.updateTable('ip_pool_silo').set({ is_default: 1 }).execute()
})

test('a deleted default subnet', async () => {
  const { world, base } = creating
  const { status, body } = await world.ask('POST', '/v1/instances?project=other', base())
  expect(status).toBe(201)
  await world.services.db
    .updateTable('instance')
    .set({ run_state: 'stopped' })
    .where('id', '=', body.id)
    .execute()
  expect((await world.ask('DELETE', `/v1/instances/${body.id}`)).status).toBe(204)
  await world.ask('DELETE', '/v1/vpc-subnets/default?project=other&vpc=default')
  expect((await world.ask('POST', '/v1/instances?project=other', base())).body.message).toBe(
    'not found: vpc-subnet with name "default"',
  )
})

test('jumbo frames and multicast groups that the driver does not carry', async () => {
  const { world, create } = creating
  const { compute, db } = world.services
  await db.updateTable('networking_settings').set({ jumbo_frames: 1 }).execute()
  const facts = vi
    .spyOn(compute, 'facts')
    .mockReturnValue({ ...compute.facts(), mtu: 1500, multicast: false })
  const before = await tableCounts(world)
  const jumbo = { enable_jumbo_frames: true }
  expect((await create(jumbo)).body).toMatchObject({
    message: 'jumbo frames have up to 8500 bytes, and the network of this server carries 1500 at most',
    problems: [{ path: 'enable_jumbo_frames', code: 'not_allowed' }],
  })
  const groups = { multicast_groups: [{ group: 'video' }] }
  expect((await create(groups)).body.message).toBe('the network of this server carries no multicast packets')
  expect(await tableCounts(world)).toEqual(before)
  facts.mockRestore()
  expect((await create(jumbo)).status).toBe(201)
})
