import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brief, type Networks, openNetworks } from '../../test/networks.ts'

let net: Networks
beforeAll(async () => {
  net = await openNetworks()
})
afterAll(() => net.world.close())
beforeEach(async () => {
  await net.start()
  await net.makeRouter('custom')
})

const router = (name: string) => `/v1/vpc-routers/${name}?${net.inVpc('default')}`
const ofRouter = (name: string) => `${net.inVpc('default')}&router=${name}`
const route = (name: string, of = 'custom') => `/v1/vpc-router-routes/${name}?${ofRouter(of)}`
const drop = { destination: { type: 'ip_net', value: '10.0.0.0/8' }, target: { type: 'drop' } }
const makeRoute = (name: string, ends: object = drop, of = 'custom') =>
  net.ask('POST', `/v1/vpc-router-routes?${ofRouter(of)}`, net.named(name, ends))
const routesOf = async (of = 'custom') =>
  (await net.list('vpc-router-routes', `&router=${of}`)).map(({ name }: { name: string }) => name)

describe('routers', () => {
  test('are custom, and can be renamed; so can the system router', async () => {
    expect((await net.ask('GET', router('custom'))).body).toMatchObject({ name: 'custom', kind: 'custom' })
    expect(brief(await net.makeRouter('custom'))).toBe('400 already exists: vpc-router "custom" (name)')
    expect((await net.ask('PUT', router('system'), { name: 'core' })).body).toMatchObject({
      name: 'core',
      kind: 'system',
    })
    expect(brief(await net.ask('PUT', router('core'), { name: 'custom' }))).toBe(
      '400 already exists: vpc-router "custom" (name)',
    )
  })

  test('are deleted with their routes, and leave their subnets', async () => {
    const { id } = (await makeRoute('out')).body
    await net.makeSubnet('web', '10.0.0.0/24', { custom_router: 'custom' })
    expect(brief(await net.ask('DELETE', router('system')))).toBe('400 cannot delete system router')
    expect((await net.ask('DELETE', router('custom'))).status).toBe(204)
    expect((await net.ask('GET', `/v1/vpc-router-routes/${id}`)).status).toBe(404)
    const { body } = await net.ask('GET', `/v1/vpc-subnets/web?${net.inVpc('default')}`)
    expect(body.custom_router_id).toBeNull()
  })
})

describe('routes', () => {
  test('of a custom router can be created, viewed, changed and deleted', async () => {
    const created = await makeRoute('out')
    expect(created).toMatchObject({ status: 201, body: { name: 'out', kind: 'custom', ...drop } })
    expect((await net.ask('GET', route('out'))).body).toEqual(created.body)
    expect(brief(await makeRoute('out'))).toBe('400 already exists: router-route "out" (name)')
    const ends = {
      destination: { type: 'subnet', value: 'nowhere' },
      target: { type: 'instance', value: 'nobody' },
    }
    expect((await net.ask('PUT', route('out'), { name: 'in', ...ends })).body).toMatchObject({
      name: 'in',
      ...ends,
    })
    expect((await net.ask('DELETE', route('in'))).status).toBe(204)
    expect(await routesOf()).toEqual([])
  })

  test.each([
    ['ip', '1.2.3.4', 'ip', '10.0.0.5'],
    ['ip_net', '0.0.0.0/0', 'internet_gateway', 'default'],
    ['ip_net', 'fd00::/8', 'ip', 'fd00::1'],
    ['subnet', 'default', 'instance', 'web'],
    ['subnet', 'default', 'ip', '10.0.0.5'],
  ])('may lead from %s %s to %s %s', async (type, value, targetType, targetValue) => {
    const ends = { destination: { type, value }, target: { type: targetType, value: targetValue } }
    expect((await makeRoute('out', ends)).body).toMatchObject(ends)
  })

  test.each([
    ['vpc', 'default', 'ip', '10.0.0.5', 'destination.type'],
    ['ip', '1.2.3.4', 'vpc', 'default', 'target.type'],
    ['ip', '1.2.3.4', 'subnet', 'default', 'target.type'],
    ['ip', '1.2.3.4', 'ip', 'fd00::1', 'target.value'],
    ['ip_net', '::/0', 'ip', '10.0.0.5', 'target.value'],
    ['ip', '1.2.3', 'ip', '10.0.0.5', 'destination.value'],
    ['ip_net', '10.0.0.0/33', 'ip', '10.0.0.5', 'destination.value'],
    ['ip', '1.2.3.4', 'instance', 'Not a name', 'target.value'],
  ])('may not lead from %s %s to %s %s', async (type, value, targetType, targetValue, path) => {
    const answer = await makeRoute('out', {
      destination: { type, value },
      target: { type: targetType, value: targetValue },
    })
    expect([answer.status, answer.body.problems]).toMatchObject([400, [{ path }]])
    expect(await routesOf()).toEqual([])
  })

  test('need both ends in an update', async () => {
    await makeRoute('out')
    const answer = await net.ask('PUT', route('out'), { target: { type: 'drop' } })
    expect([answer.status, answer.body.problems]).toMatchObject([400, [{ path: 'destination' }]])
  })

  test('of the system router can be neither added nor deleted', async () => {
    expect(brief(await makeRoute('out', drop, 'system'))).toBe(
      '400 user-provided routes cannot be added to a system router',
    )
    for (const name of ['default', 'default-v4'])
      expect(brief(await net.ask('DELETE', route(name, 'system')))).toBe(
        '400 DELETE not allowed on system routes',
      )
    expect(await routesOf('system')).toEqual(['default', 'default-v4', 'default-v6'])
  })

  test('of the system router: only the target of a default one can change', async () => {
    const destination = { type: 'ip_net', value: '0.0.0.0/0' }
    const target = { type: 'drop' }
    const change = (name: string, body: object) => net.ask('PUT', route(name, 'system'), body)
    expect((await change('default-v4', { destination, target })).body).toMatchObject({
      name: 'default-v4',
      target,
    })
    expect(brief(await change('default-v4', { name: 'x', destination, target }))).toBe(
      '400 only the target of a default route can be changed (name)',
    )
    expect(brief(await change('default-v4', { destination: { type: 'ip', value: '1.1.1.1' }, target }))).toBe(
      '400 only the target of a default route can be changed (destination)',
    )
    expect(brief(await change('default', { destination, target }))).toBe(
      '400 routes of kind vpc_subnet cannot be changed',
    )
  })
})
