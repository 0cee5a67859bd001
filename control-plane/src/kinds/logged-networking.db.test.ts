import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { named, openLogged, requestsTo } from '../../test/logged-world.ts'
import type { World } from '../../test/world.ts'
import { refreshInventory } from '../shared/placement/inventory.ts'

let world: World
const { ask, get, db } = requestsTo(() => world)
beforeAll(async () => {
  world = await openLogged()
})
afterAll(() => world.close())

test('an ephemeral address', async () => {
  const at = '/v1/instances/web/external-ips/ephemeral?project=shop'
  const attached = await ask('POST', at, { pool_selector: { type: 'auto', ip_version: 'v4' } })
  const read = async () =>
    (await get('/v1/instances/web/external-ips?project=shop')).items.find(
      (row: { kind: string }) => row.kind === 'ephemeral',
    )
  const { id } = await db()
    .selectFrom('external_ip')
    .select('id')
    .where('kind', '=', 'ephemeral')
    .executeTakeFirstOrThrow()
  const subject = { kind: 'external-ip', id, read }
  await expectLogged(world, subject, 'created', attached)
  const before = await read()
  await expectRemoved(world, subject, before, await ask('DELETE', at))
})

test('a range of a pool, and its link to a silo', async () => {
  const { id } = (await ask('POST', '/v1/system/ip-pools', named('lent'))).body
  const pool = '/v1/system/ip-pools/lent'
  const ends = { first: '192.0.2.1', last: '192.0.2.9' }
  const added = await ask('POST', `${pool}/ranges/add`, ends)
  const readRange = async () => (await get(`${pool}/ranges`)).items[0]
  const range = { kind: 'ip-pool-range', id: added.body.id, read: readRange }
  await expectLogged(world, range, 'created', added)
  await expectRemoved(world, range, await readRange(), await ask('POST', `${pool}/ranges/remove`, ends))
  const readLink = async () => (await get(`${pool}/silos`)).items[0]
  const link = { kind: 'ip-pool-resource', id, read: readLink }
  await expectLogged(
    world,
    link,
    'created',
    await ask('POST', `${pool}/silos`, { silo: 'clinic', is_default: false }),
  )
  await expectLogged(world, link, 'updated', await ask('PUT', `${pool}/silos/clinic`, { is_default: true }))
  await expectRemoved(world, link, await readLink(), await ask('DELETE', `${pool}/silos/clinic`))
})

test('a member of a subnet pool, and its link to a silo', async () => {
  const at = '/v1/system/subnet-pools'
  const { id } = (await ask('POST', at, { ...named('parts'), ip_version: 'v4' })).body
  const pool = `${at}/parts`
  const subnet = { subnet: '198.19.0.0/24' }
  const added = await ask('POST', `${pool}/members/add`, subnet)
  const readMember = async () => (await get(`${pool}/members`)).items[0]
  const member = { kind: 'subnet-pool-member', id: added.body.id, read: readMember }
  await expectLogged(world, member, 'created', added)
  const before = await readMember()
  await expectRemoved(world, member, before, await ask('POST', `${pool}/members/remove`, subnet))
  const readLink = async () => (await get(`${pool}/silos`)).items[0]
  const link = { kind: 'subnet-pool-resource', id, read: readLink }
  const linked = await ask('POST', `${pool}/silos`, { silo: 'clinic', is_default: false })
  await expectLogged(world, link, 'created', linked)
  await expectRemoved(world, link, await readLink(), await ask('DELETE', `${pool}/silos/clinic`))
})

test('a multicast group and its member', async () => {
  const pool = { ...named('multicast'), ip_version: 'v4', pool_type: 'multicast' }
  await ask('POST', '/v1/system/ip-pools', pool)
  await ask('POST', '/v1/system/ip-pools/multicast/ranges/add', { first: '239.1.0.0', last: '239.1.0.9' })
  await ask('POST', '/v1/system/ip-pools/multicast/silos', { silo: 'main', is_default: true })
  const at = '/v1/instances/web/multicast-groups/video?project=shop'
  const joined = await ask('PUT', at, {})
  const { id, multicast_group_id } = joined.body
  const readMember = async () => (await get('/v1/instances/web/multicast-groups?project=shop')).items[0]
  const member = { kind: 'multicast-group-member', id, read: readMember }
  await expectLogged(world, member, 'created', joined)
  const readGroup = () => get('/v1/multicast-groups/video')
  const group = { kind: 'multicast-group', id: multicast_group_id, read: readGroup }
  await expectLogged(world, group, 'created', joined)
  const narrowed = await ask('PUT', at, { source_ips: ['10.0.0.1'] })
  await expectLogged(world, member, 'updated', narrowed)
  await expectLogged(world, group, 'updated', narrowed)
  const before = { member: await readMember(), group: await readGroup() }
  const left = await ask('DELETE', at)
  await expectRemoved(world, member, before.member, left)
  await expectRemoved(world, group, before.group, left)
})

test('a probe', async () => {
  await refreshInventory(world.services)
  const sled = (await get('/v1/system/hardware/sleds?limit=1')).items[0].id
  const created = await ask('POST', '/experimental/v1/probes?project=shop', {
    ...named('tap'),
    sled,
    pool_selector: { type: 'auto', ip_version: 'v4' },
  })
  const at = `/experimental/v1/probes/${created.body.id}?project=shop`
  // Only the answer of the create is the whole probe.
  const subject = { kind: 'probe', id: created.body.id, read: async () => created.body }
  await expectLogged(world, subject, 'created', created)
  await expectRemoved(world, { ...subject, read: () => get(at) }, created.body, await ask('DELETE', at))
})

test('the parts of a VPC, when it is deleted', async () => {
  await ask('POST', '/v1/projects', named('cellar'))
  const inVpc = 'project=cellar&vpc=default'
  const [subnet] = (await get(`/v1/vpc-subnets?${inVpc}`)).items
  const routers = (await get(`/v1/vpc-routers?${inVpc}`)).items
  const allRoutes = (await get(`/v1/vpc-router-routes?router=${routers[0].id}`)).items
  const gateways = (await get(`/v1/internet-gateways?${inVpc}`)).items
  const pools = (await get(`/v1/internet-gateway-ip-pools?${inVpc}&gateway=default`)).items
  const { rules } = await get(`/v1/vpc-firewall-rules?${inVpc}`)
  const gone = (kind: string, id: string) => ({ kind, id, read: async () => null })
  await expectRemoved(
    world,
    gone('vpc-subnet', subnet.id),
    subnet,
    await ask('DELETE', `/v1/vpc-subnets/${subnet.id}`),
  )
  const ofSubnet = (row: { kind: string }) => row.kind === 'vpc_subnet'
  const answer = await ask('DELETE', '/v1/vpcs/default?project=cellar')
  for (const [kind, rows] of [
    ['vpc-router', routers],
    ['router-route', allRoutes.filter(ofSubnet)],
    ['router-route', allRoutes.filter((row: { kind: string }) => !ofSubnet(row))],
    ['internet-gateway', gateways],
    ['internet-gateway-ip-pool', pools],
  ] as const) {
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) await expectRemoved(world, gone(kind, row.id), row, answer)
  }
  const firewall = { vpc_id: routers[0].vpc_id, rules }
  await expectRemoved(world, gone('vpc-firewall-rule', firewall.vpc_id), firewall, answer)
})
