import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { brief, type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
beforeAll(async () => {
  net = await openNetworks()
})
afterAll(() => net.world.close())
beforeEach(() => net.start())

const explain = (body: object, vpc = 'default') =>
  net.ask('POST', `/experimental/v1/vpcs/${vpc}/reachability?project=${net.project()}`, body)

test('follows the rules and routes of a new VPC', async () => {
  await net.makeInstance('web')
  await net.makeInstance('db')
  const inside = await explain({ from: 'instance/web', to: 'instance/db', port: 5432 })
  expect(inside).toMatchObject({
    status: 200,
    body: {
      reachable: true,
      text: 'Yes, TCP to port 5432 arrives, and replies come back.',
      ip_version: 'v4',
      obstacle: null,
      draft: null,
      forwarders: [],
    },
  })
  expect(inside.body.there.map(({ type }: { type: string }) => type)).toEqual([
    'interface',
    'firewall',
    'subnet',
    'route',
    'firewall',
    'interface',
  ])
  expect(inside.body.there[4]).toMatchObject({
    direction: 'inbound',
    rule: { name: 'allow-internal-inbound' },
    text: expect.stringContaining('allow-internal-inbound'),
  })
  const outside = await explain({ from: 'internet', to: 'instance/db', port: 5432 })
  expect(outside.body).toMatchObject({ reachable: false, obstacle: { code: 'no_external_ip', way: 'there' } })
})

test('the drafted rule can be sent as it is, and lets the packets pass', async () => {
  await net.makeInstance('web')
  await net.makeInstance('db')
  const rules = `/v1/vpc-firewall-rules?${net.inVpc('default')}`
  await net.ask('PUT', rules, { rules: [] })
  const question = { from: 'instance/web', to: 'instance/db', protocol: 'icmp' }
  const { body } = await explain(question)
  expect(body).toMatchObject({
    reachable: false,
    obstacle: { code: 'denied' },
    draft: {
      type: 'rule',
      rule: { name: 'allow-ping' },
      text: expect.stringContaining('Add the firewall rule'),
    },
  })
  expect(await net.ask('PUT', rules, { rules: [body.draft.rule] })).toMatchObject({ status: 200 })
  expect((await explain(question)).body.reachable).toBe(true)
})

test('names interfaces and instances by name or ID, and IPv6 on request', async () => {
  const web = await net.makeInstance('web')
  await net.makeInstance('db')
  const [nic] = (await net.ask('GET', `/v1/network-interfaces?project=${net.project()}&instance=web`)).body
    .items
  for (const from of [`instance/${web.id}`, `interface/web/${nic.name}`, `interface/${nic.id}`])
    expect((await explain({ from, to: 'instance/db', port: 22 })).body.reachable).toBe(true)
  expect(
    (await explain({ from: 'instance/web', to: 'instance/db', port: 22, ip_version: 'v6' })).body,
  ).toMatchObject({
    ip_version: 'v6',
    reachable: true,
  })
})

test('refuses questions about what is not in the VPC', async () => {
  await net.makeInstance('web')
  await net.makeVpc('other')
  const to = 'instance/web'
  const port = 22
  expect(brief(await explain({ from: 'instance/none', to, port }))).toBe(
    '400 no instance "none" has a network interface in this VPC (from)',
  )
  expect(brief(await explain({ from: to, to: 'internet', port }, 'other'))).toContain('in this VPC (from)')
  expect(brief(await explain({ from: 'nowhere', to, port }))).toContain('(from)')
  expect(brief(await explain({ from: '10.0.0.', to, port }))).toContain('(from)')
  expect(brief(await explain({ from: 'internet', to }))).toContain('a port is required for tcp (port)')
  expect(brief(await explain({ from: 'internet', to, port, protocol: 'icmp' }))).toContain(
    'ICMP has no ports (port)',
  )
  expect(brief(await explain({ from: 'internet', to, port: 0 }))).toContain('(port)')
  expect((await explain({ from: 'internet', to, port }, 'none')).status).toBe(404)
})
