import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brief, type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
beforeAll(async () => {
  net = await openNetworks()
})
afterAll(() => net.world.close())
beforeEach(async () => {
  await net.start()
  await net.ask('POST', `/v1/internet-gateways?${net.inVpc('default')}`, net.named('edge'))
})

const gateway = (name: string) => `/v1/internet-gateways/${name}?${net.inVpc('default')}`
const ofGateway = (name: string) => `${net.inVpc('default')}&gateway=${name}`
const attachPool = (ip_pool: string, name = ip_pool, to = 'edge') =>
  net.ask('POST', `/v1/internet-gateway-ip-pools?${ofGateway(to)}`, net.named(name, { ip_pool }))
const attachAddress = (address: string, to = 'edge') =>
  net.ask('POST', `/v1/internet-gateway-ip-addresses?${ofGateway(to)}`, net.named('exit', { address }))
const detach = (kind: string, name: string, from = 'edge', more = '') =>
  net.ask('DELETE', `/v1/internet-gateway-ip-${kind}/${name}?${ofGateway(from)}${more}`)
const pools = async (of = 'edge') =>
  (await net.list('internet-gateway-ip-pools', `&gateway=${of}`)).map(({ name }: { name: string }) => name)

test('a gateway is created empty, viewed and deleted', async () => {
  expect((await net.ask('GET', gateway('edge'))).body).toMatchObject({ name: 'edge' })
  expect(await pools()).toEqual([])
  expect(
    brief(await net.ask('POST', `/v1/internet-gateways?${net.inVpc('default')}`, net.named('edge'))),
  ).toBe('400 already exists: internet-gateway "edge" (name)')
  expect((await net.ask('DELETE', gateway('edge'))).status).toBe(204)
})

describe('pools', () => {
  test('that are linked to the silo can be attached, each once', async () => {
    expect((await attachPool('default-v4')).status).toBe(201)
    expect(brief(await attachPool('default-v4', 'again'))).toBe(
      '400 already exists: internet-gateway-ip-pool "default-v4" (ip_pool)',
    )
    expect(brief(await attachPool('unknown'))).toBe('404 not found: ip-pool with name "unknown" (ip_pool)')
    expect((await attachPool('default-v6')).status).toBe(201)
    expect(await pools()).toEqual(['default-v4', 'default-v6'])
    expect((await detach('pools', 'default-v4')).status).toBe(204)
    expect(await pools()).toEqual(['default-v6'])
  })

  test('stay attached while a route and an instance use them, unless the request cascades', async () => {
    await net.makeInstance('web')
    expect(brief(await detach('pools', 'default-v4', 'default'))).toContain(
      '400 instances of the VPC use these addresses',
    )
    // No instance has an address of this pool.
    expect((await detach('pools', 'default-v6', 'default')).status).toBe(204)
    expect((await detach('pools', 'default-v4', 'default', '&cascade=true')).status).toBe(204)
    expect(await pools('default')).toEqual([])
  })

  test('can be detached if no route leads to the gateway', async () => {
    await net.makeInstance('web')
    await attachPool('default-v4')
    expect((await detach('pools', 'default-v4')).status).toBe(204)
  })
})

describe('an address', () => {
  test('is the only one of its gateway', async () => {
    expect((await attachAddress('FD00::0:9')).body).toMatchObject({ name: 'exit', address: 'fd00::9' })
    expect(brief(await attachAddress('203.0.113.10'))).toBe(
      '400 already exists: internet-gateway-ip-address "exit" (address)',
    )
    expect((await detach('addresses', 'exit')).status).toBe(204)
    expect((await attachAddress('203.0.113.10')).status).toBe(201)
  })

  test('must be an address', async () => {
    const answer = await attachAddress('203.0.113.0/24')
    expect([answer.status, answer.body.problems]).toMatchObject([
      400,
      [{ path: 'address', message: 'Not a valid IP address' }],
    ])
  })

  test('stays attached while an instance has it', async () => {
    const { id } = await net.makeInstance('web')
    const [{ ip }] = (await net.ask('GET', `/v1/instances/${id}/external-ips`)).body.items
    await attachAddress(ip, 'default')
    expect(brief(await detach('addresses', 'exit', 'default'))).toContain('400 instances of the VPC use')
    expect((await detach('addresses', 'exit', 'default', '&cascade=true')).status).toBe(204)
  })
})

describe('deleting a gateway', () => {
  test('is refused while something is attached', async () => {
    await attachAddress('203.0.113.10')
    expect(brief(await net.ask('DELETE', gateway('edge')))).toBe(
      '400 internet gateway cannot be deleted while IP addresses are attached to it',
    )
    await attachPool('default-v4')
    expect(brief(await net.ask('DELETE', gateway('edge')))).toBe(
      '400 internet gateway cannot be deleted while IP pools are attached to it',
    )
  })

  test('can take its attachments and the routes to it along', async () => {
    await net.makeRouter('custom')
    const route = (name: string, value: string) =>
      net.ask(
        'POST',
        `/v1/vpc-router-routes?${net.inVpc('default')}&router=custom`,
        net.named(name, {
          destination: { type: 'ip_net', value: '0.0.0.0/0' },
          target: { type: 'internet_gateway', value },
        }),
      )
    await route('to-edge', 'edge')
    await route('to-default', 'default')
    await attachPool('default-v4')
    await attachAddress('203.0.113.10')
    expect((await net.ask('DELETE', `${gateway('edge')}&cascade=true`)).status).toBe(204)
    expect(await net.list('vpc-router-routes', '&router=custom')).toMatchObject([{ name: 'to-default' }])
    expect((await net.ask('GET', gateway('edge'))).status).toBe(404)
  })
})
