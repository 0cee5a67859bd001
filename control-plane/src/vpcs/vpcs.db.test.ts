import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brief, type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
beforeAll(async () => {
  net = await openNetworks()
})
afterAll(() => net.world.close())
beforeEach(() => net.start())

test.each([
  [null, ['default']],
  [{ subnet: {} }, ['default']],
  [{ subnet: null }, []],
  [{}, []],
])('a new VPC with the defaults %j has the subnets %j', async (defaults, names) => {
  const { status } = await net.makeVpc('some', { defaults })
  expect(status).toBe(201)
  const subnets = await net.list('vpc-subnets', '', 'some')
  expect(subnets.map(({ name }: { name: string }) => name)).toEqual(names)
  const routes = await net.list('vpc-router-routes', '&router=system', 'some')
  expect(routes.map(({ name }: { name: string }) => name)).toEqual([...names, 'default-v4', 'default-v6'])
  await net.makeSubnet('first', '10.0.0.0/24', {}, 'some')
  expect(await net.list('vpc-subnets', '', 'some')).toHaveLength(names.length + 1)
})

test('a new VPC has a router with routes, a gateway with pools, a subnet and rules', async () => {
  const { status, body } = await net.makeVpc('prod', { ipv6_prefix: 'FD12:3456:789a:1::9/48' })
  expect(status).toBe(201)
  expect(body).toMatchObject({ name: 'prod', dns_name: 'prod', ipv6_prefix: 'fd12:3456:789a::/48' })
  const [subnet] = await net.list('vpc-subnets', '', 'prod')
  expect(subnet).toMatchObject({
    name: 'default',
    description: 'The default subnet for prod',
    ipv4_block: '172.30.0.0/22',
    ipv6_block: 'fd12:3456:789a::/64',
  })
  expect(await net.list('vpc-routers', '', 'prod')).toMatchObject([
    {
      id: body.system_router_id,
      name: 'system',
      kind: 'system',
      description: 'Routes are automatically added to this router as VPC subnets are created',
    },
  ])
  const routes = await net.list('vpc-router-routes', '&router=system', 'prod')
  expect(routes.map((row: { name: string; kind: string }) => `${row.name} ${row.kind}`)).toEqual([
    'default vpc_subnet',
    'default-v4 default',
    'default-v6 default',
  ])
  const gateway = { type: 'internet_gateway', value: 'default' }
  const description = 'The default route of a vpc'
  expect(routes.slice(1)).toMatchObject([
    { description, destination: { type: 'ip_net', value: '0.0.0.0/0' }, target: gateway },
    { description, destination: { type: 'ip_net', value: '::/0' }, target: gateway },
  ])
  expect(await net.list('internet-gateways', '', 'prod')).toMatchObject([
    { name: 'default', description: 'Automatically created default VPC gateway' },
  ])
  expect(await net.list('internet-gateway-ip-pools', '&gateway=default', 'prod')).toMatchObject([
    { name: 'default-v4', description: 'Automatically attached default IP pool' },
    { name: 'default-v6' },
  ])
  const { rules } = (await net.ask('GET', `/v1/vpc-firewall-rules?${net.inVpc('prod')}`)).body
  const own = [{ type: 'vpc', value: 'prod' }]
  const all = { action: 'allow', direction: 'inbound', status: 'enabled', priority: 65_534, targets: own }
  const any = { hosts: null, ports: null, protocols: null }
  expect(rules).toMatchObject([
    {
      ...all,
      name: 'allow-icmp',
      description: 'allow inbound ICMP traffic from anywhere',
      filters: { ...any, protocols: [{ type: 'icmp', value: null }] },
    },
    {
      ...all,
      name: 'allow-internal-inbound',
      description: 'allow inbound traffic to all instances within the VPC if originated within the VPC',
      filters: { ...any, hosts: own },
    },
    {
      ...all,
      name: 'allow-ssh',
      description: 'allow inbound TCP connections on port 22 from anywhere',
      filters: { ...any, ports: ['22'], protocols: [{ type: 'tcp' }] },
    },
  ])
})

test('the prefix is a random unique local /48 unless the request has one', async () => {
  const prefixes = [await net.makeVpc('a'), await net.makeVpc('b', { ipv6_prefix: null })].map(
    ({ body }) => body.ipv6_prefix,
  )
  for (const prefix of prefixes) expect(prefix).toMatch(/^fd[0-9a-f:]+::\/48$/)
  expect(new Set(prefixes).size).toBe(2)
})

test.each([
  ['10.0.0.0/8', 'Must be an IPv6 prefix'],
  ['2001:db8::/48', 'Must be a unique local address (fc00::/7)'],
  ['fc00::/48', 'Must be a locally assigned unique local address (fd00::/8)'],
  ['fd00::/64', 'Width must be 48'],
  ['fd00::', 'Must contain an IP address and a width, separated by a /'],
])('refuses the prefix %s', async (ipv6_prefix, message) => {
  const answer = await net.makeVpc('prod', { ipv6_prefix })
  expect([answer.status, answer.body.problems]).toMatchObject([400, [{ path: 'ipv6_prefix', message }]])
  expect((await net.ask('GET', `/v1/vpcs?project=${net.project()}`)).body.items).toHaveLength(1)
})

test('a VPC is renamed, also in its rules', async () => {
  await net.makeVpc('taken')
  const at = (vpc: string) => `/v1/vpcs/${vpc}?project=${net.project()}`
  expect(brief(await net.ask('PUT', at('default'), { name: 'taken' }))).toBe(
    '400 already exists: vpc "taken" (name)',
  )
  const answer = await net.ask('PUT', at('default'), { name: 'prod', description: 'd', dns_name: 'prod-dns' })
  expect(answer).toMatchObject({
    status: 200,
    body: { name: 'prod', description: 'd', dns_name: 'prod-dns' },
  })
  expect((await net.ask('PUT', at('prod'), {})).body).toMatchObject({ name: 'prod', dns_name: 'prod-dns' })
  const path = `/v1/vpc-firewall-rules?${net.inVpc('prod')}`
  const { rules } = (await net.ask('GET', path)).body
  for (const rule of rules) expect(rule.targets).toEqual([{ type: 'vpc', value: 'prod' }])
  expect(rules[1].filters.hosts).toEqual([{ type: 'vpc', value: 'prod' }])
  expect((await net.ask('PUT', path, { rules })).status).toBe(200)
})

test('a VPC is deleted with its contents, but not while it has subnets', async () => {
  await net.makeVpc('prod')
  await net.makeRouter('custom', 'prod')
  await net.ask(
    'POST',
    `/v1/vpc-router-routes?${net.inVpc('prod')}&router=custom`,
    net.named('out', { destination: { type: 'ip', value: '1.2.3.4' }, target: { type: 'drop' } }),
  )
  await net.ask(
    'POST',
    `/v1/internet-gateway-ip-addresses?${net.inVpc('prod')}&gateway=default`,
    net.named('exit', { address: '203.0.113.9' }),
  )
  const at = `/v1/vpcs/prod?project=${net.project()}`
  expect(brief(await net.ask('DELETE', at))).toBe('400 VPC cannot be deleted while VPC Subnets exist')
  expect((await net.ask('DELETE', `/v1/vpc-subnets/default?${net.inVpc('prod')}`)).status).toBe(204)
  expect((await net.ask('DELETE', at)).status).toBe(204)
  expect((await net.ask('GET', at)).status).toBe(404)
  expect((await net.makeVpc('prod')).status).toBe(201)
})

test('a VPC of another project is not found', async () => {
  const { body } = await net.makeVpc('prod')
  await net.start()
  expect(brief(await net.ask('GET', `/v1/vpcs/prod?project=${net.project()}`))).toBe(
    '404 not found: vpc with name "prod"',
  )
  expect((await net.ask('GET', `/v1/vpcs/${body.id}`)).status).toBe(200)
  expect((await net.ask('GET', `/v1/vpcs/${body.id}?project=${net.project()}`)).status).toBe(400)
})
