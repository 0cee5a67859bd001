import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brief, type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
beforeAll(async () => {
  net = await openNetworks()
})
afterAll(() => net.world.close())
beforeEach(() => net.start())

const at = (subnet: string) => `/v1/vpc-subnets/${subnet}?${net.inVpc('default')}`
const routes = async () =>
  (await net.list('vpc-router-routes', '&router=system')).filter(
    ({ kind }: { kind: string }) => kind === 'vpc_subnet',
  )
const prefix = async () =>
  (await net.ask('GET', `/v1/vpcs/default?project=${net.project()}`)).body.ipv6_prefix

describe('a new subnet', () => {
  test('has a random /64 of the VPC, and a route of the system router', async () => {
    const { status, body } = await net.makeSubnet('web', '10.1.2.3/16')
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'web', ipv4_block: '10.1.0.0/16', custom_router_id: null })
    expect(body.ipv6_block).toMatch(/::\/64$/)
    expect(body.ipv6_block.startsWith((await prefix()).replace('::/48', ''))).toBe(true)
    const ends = { type: 'subnet', value: 'web' }
    expect(await routes()).toMatchObject([
      { name: 'default' },
      { name: 'web', description: 'System-managed VPC Subnet route.', destination: ends, target: ends },
    ])
  })

  test('may have the /64 that the request names', async () => {
    const block = (await prefix()).replace('::/48', ':7::/64')
    expect((await net.makeSubnet('web', '10.0.0.0/24', { ipv6_block: block })).body.ipv6_block).toBe(block)
    expect(brief(await net.makeSubnet('app', '10.1.0.0/24', { ipv6_block: block }))).toBe(
      `400 IP address range '${block}' conflicts with an existing subnet (ipv6_block)`,
    )
  })

  test.each([
    ['8.8.8.0/24', 'Must be private: in 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16'],
    ['10.0.0.0/7', 'Width must be between 8 and 26'],
    ['10.0.0.0/27', 'Width must be between 8 and 26'],
    ['fd00::/64', 'Must be an IPv4 network'],
    ['10.0.0.0', 'Must contain an IP address and a width, separated by a /'],
    ['', 'Must contain an IP address and a width, separated by a /'],
  ])('is refused with the IPv4 block "%s"', async (block, message) => {
    const answer = await net.makeSubnet('web', block)
    expect([answer.status, answer.body.problems]).toMatchObject([400, [{ path: 'ipv4_block', message }]])
    expect(await net.list('vpc-subnets')).toHaveLength(1)
  })

  test.each(['2001:db8::/64', 'fd00::/48', '10.0.0.0/24', 'nonsense'])(
    'is refused with the IPv6 block "%s"',
    async (ipv6_block) => {
      const answer = await net.makeSubnet('web', '10.0.0.0/24', { ipv6_block })
      expect([answer.status, answer.body.problems]).toMatchObject([400, [{ path: 'ipv6_block' }]])
      expect(await net.list('vpc-subnets')).toHaveLength(1)
    },
  )

  test.each(['172.30.0.0/22', '172.30.3.0/26', '172.16.0.0/12'])(
    'is refused with %s, which overlaps',
    async (block) => {
      expect(brief(await net.makeSubnet('web', block))).toBe(
        `400 IP address range '${block}' conflicts with an existing subnet (ipv4_block)`,
      )
    },
  )

  test('may overlap a subnet of another VPC', async () => {
    await net.makeVpc('other')
    expect((await net.makeSubnet('web', '10.0.0.0/24', {}, 'other')).status).toBe(201)
    expect((await net.makeSubnet('web', '10.0.0.0/24')).status).toBe(201)
  })
})

test('the route of a subnet called like a default route has another name', async () => {
  await net.makeSubnet('default-v4', '10.0.0.0/24')
  const route = (await routes()).find(({ name }: { name: string }) => name !== 'default')
  expect(route.name).toBe(`conflict-default-v4-${route.id}`)
})

test('a subnet is renamed with its route', async () => {
  await net.makeSubnet('web', '10.0.0.0/24')
  expect((await net.ask('PUT', at('web'), { name: 'front' })).body.name).toBe('front')
  const ends = { type: 'subnet', value: 'front' }
  expect((await routes())[1]).toMatchObject({ name: 'front', destination: ends, target: ends })
  expect(brief(await net.ask('PUT', at('front'), { name: 'default' }))).toBe(
    '400 already exists: vpc-subnet "default" (name)',
  )
})

describe('a custom router', () => {
  const create = (custom_router: unknown) => net.makeSubnet('web', '10.0.0.0/24', { custom_router })

  test('is attached by name or ID, and detached when the update lacks it', async () => {
    const { id } = (await net.makeRouter('custom')).body
    expect((await create('custom')).body.custom_router_id).toBe(id)
    expect((await net.ask('PUT', at('web'), { custom_router: id })).body.custom_router_id).toBe(id)
    expect((await net.ask('PUT', at('web'), { description: 'd' })).body.custom_router_id).toBeNull()
  })

  test('must be a custom one of the same VPC', async () => {
    await net.makeVpc('other')
    const { id } = (await net.makeRouter('foreign', 'other')).body
    expect(brief(await create('system'))).toBe(
      '400 cannot attach a system router to a VPC subnet (custom_router)',
    )
    expect(brief(await create(id))).toBe('400 the router must be in the VPC of the subnet (custom_router)')
    expect(brief(await create('foreign'))).toBe(
      '404 not found: vpc-router with name "foreign" (custom_router)',
    )
    expect(await net.list('vpc-subnets')).toHaveLength(1)
  })
})

test('a subnet lists its interfaces, and cannot be deleted while it has one', async () => {
  const instance = await net.makeInstance('web')
  const interfaces = async () =>
    (await net.ask('GET', at('default').replace('?', '/network-interfaces?'))).body.items
  expect(await interfaces()).toMatchObject([{ instance_id: instance.id, name: 'net0' }])
  expect(brief(await net.ask('DELETE', at('default')))).toBe(
    '400 VPC subnet cannot be deleted while network interfaces in the subnet exist',
  )
  await net.makeSubnet('empty', '10.0.0.0/24')
  expect((await net.ask('DELETE', at('empty'))).status).toBe(204)
  expect(await routes()).toMatchObject([{ name: 'default' }])
})
