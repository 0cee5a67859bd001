import { type Clock, manualClock } from '@granary/compute/clock.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import type { NetworkSpec } from '@granary/compute/network.ts'
import { fixedWidth, macAddress } from '@granary/domain/ip.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Networks, openNetworks } from '../../test/networks.ts'
import { chunks } from '../kit/base/chunks.ts'
import { checkNetworks, sendNetwork } from './send-network.ts'

let net: Networks
const sent: NetworkSpec[] = []
let vpcId = ''

beforeAll(async () => {
  net = await openNetworks()
  const { compute } = net.world.services
  const real = { ...compute }
  compute.ensureNetwork = (spec) => {
    sent.push(spec)
    return real.ensureNetwork(spec)
  }
})
afterAll(() => net.world.close())
beforeEach(async () => {
  await net.start()
  vpcId = (await net.ask('GET', `/v1/vpcs/default?project=${net.project()}`)).body.id
  sent.length = 0
})

const send = () => sendNetwork(net.world.services, vpcId)
const tasks = (key = vpcId) =>
  net.world.services.db
    .selectFrom('task')
    .select('revision')
    .where('kind', '=', 'network')
    .where('key', '=', key)
    .execute()
const held = async () => (await net.world.services.compute.networks()).find(({ id }) => id === vpcId)?.version

const rule = {
  name: 'open',
  description: '',
  status: 'enabled',
  direction: 'inbound',
  action: 'allow',
  priority: 10,
  targets: [{ type: 'instance', value: 'web' }],
  filters: {},
}

test('sends a network once per version', async () => {
  await net.makeInstance('web')
  await send()
  await send()
  expect(sent.map(({ id }) => id)).toEqual([vpcId])
  expect(await held()).toBe(sent[0]!.version)
  await net.ask('PUT', `/v1/vpc-firewall-rules?${net.inVpc('default')}`, { rules: [] })
  await send()
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ rules: [] })
  expect(sent[1]!.version).not.toBe(sent[0]!.version)
})

test('sends interfaces, routes, rules and external addresses with IDs and addresses only', async () => {
  const web = await net.makeInstance('web')
  await send()
  const [spec] = sent
  const [nic] = spec!.interfaces
  expect(nic).toMatchObject({
    machineId: web.id,
    primary: true,
    addresses: ['172.30.0.5', expect.stringMatching(/^fd/)],
    firewall: 0,
  })
  expect(spec!.firewalls).toEqual([{ inbound: spec!.rules.map(({ id }) => id), outbound: [] }])
  expect(spec!.rules).toHaveLength(3)
  expect(spec!.rules.map(({ ports }) => ports)).toContainEqual([{ first: 22, last: 22 }])
  const [subnet] = spec!.subnets
  expect(subnet!.routes.map(({ target }) => target.type)).toEqual(['local', 'local', 'gateway', 'gateway'])
  expect(spec!.external.map(({ kind }) => kind)).toContain('snat')
  expect(spec!.external[0]!.interfaceId).toBe(nic!.id)
  expect(spec!.external[0]!.gatewayIds).toHaveLength(1)
})

test('every change of a network enqueues its one task again', async () => {
  const web = await net.makeInstance('web')
  const { db } = net.world.services
  // No task runs here that would make the machine.
  await db.updateTable('instance').set({ run_state: 'stopped' }).where('id', '=', web.id).execute()
  const inVpc = net.inVpc('default')
  const inProject = `project=${net.project()}`
  const changes: [string, string, object?][] = [
    ['PUT', `/v1/vpc-firewall-rules?${inVpc}`, { rules: [rule] }],
    ['POST', `/v1/vpc-subnets?${inVpc}`, net.named('back', { ipv4_block: '10.1.0.0/24' })],
    ['POST', `/v1/vpc-routers?${inVpc}`, net.named('custom')],
    [
      'POST',
      `/v1/vpc-router-routes?${inVpc}&router=custom`,
      net.named('out', {
        destination: { type: 'ip_net', value: '10.9.0.0/16' },
        target: { type: 'instance', value: 'web' },
      }),
    ],
    ['PUT', `/v1/vpc-subnets/back?${inVpc}`, { custom_router: 'custom' }],
    ['POST', `/v1/internet-gateways?${inVpc}`, net.named('second')],
    [
      'POST',
      `/v1/internet-gateway-ip-addresses?${inVpc}&gateway=second`,
      net.named('one', { address: '203.0.113.7' }),
    ],
    [
      'POST',
      `/v1/internet-gateway-ip-pools?${inVpc}&gateway=second`,
      net.named('pool', { ip_pool: 'default-v4' }),
    ],
    [
      'POST',
      `/v1/network-interfaces?${inProject}&instance=web`,
      net.named('net1', { vpc_name: 'default', subnet_name: 'back' }),
    ],
    [
      'POST',
      `/v1/instances/web/external-ips/ephemeral?${inProject}`,
      { pool_selector: { type: 'auto', ip_version: 'v4' } },
    ],
    ['PUT', `/v1/vpcs/default?${inProject}`, { name: 'renamed' }],
    ['DELETE', `/v1/vpc-router-routes/out?project=${net.project()}&vpc=renamed&router=custom`],
  ]
  let before = (await tasks())[0]!.revision
  for (const [method, path, body] of changes) {
    const answer = await net.ask(method, path, body)
    expect(answer.status, `${path} ${answer.body?.message}`).toBeLessThan(300)
    const rows = await tasks()
    expect(rows, path).toHaveLength(1)
    expect(rows[0]!.revision, path).toBeGreaterThan(before)
    before = rows[0]!.revision
  }
})

test('changes of a large network wait until it has rested, or the clock goes back', async () => {
  const sendAt = (clock: Clock) => sendNetwork({ ...net.world.services, clock }, vpcId)
  const { id: instance_id } = await net.makeInstance('web')
  const { db } = net.world.services
  const [like] = await db
    .selectFrom('network_interface')
    .selectAll()
    .where('instance_id', '=', instance_id)
    .execute()
  const rows = Array.from({ length: 1_000 }, (_, at) => ({
    ...like!,
    id: crypto.randomUUID(),
    name: `nic-${at}`,
    mac: macAddress(at),
    slot: at + 1,
    is_primary: 0 as const,
    ipv4: fixedWidth(`172.31.${at >> 8}.${at & 255}`),
    ipv6: null,
  }))
  for (const some of chunks(rows)) await db.insertInto('network_interface').values(some).execute()
  const clock = manualClock(new Date('2026-01-01T12:00:00Z'))
  expect(await sendAt(clock)).toBeUndefined()
  await net.ask('PUT', `/v1/vpc-firewall-rules?${net.inVpc('default')}`, { rules: [] })
  await clock.advance(100)
  const { version: _, ...content } = sent[0]!
  // About 370 ms for 1,001 interfaces.
  const rest = JSON.stringify(content).length * 0.0015
  expect(rest).toBeGreaterThan(250)
  expect(await sendAt(clock)).toEqual({ again: expect.closeTo(rest - 100) })
  expect(sent).toHaveLength(1)
  await clock.advance(Math.ceil(rest))
  expect(await sendAt(clock)).toBeUndefined()
  expect(sent).toHaveLength(2)
  await net.ask('PUT', `/v1/vpc-firewall-rules?${net.inVpc('default')}`, { rules: [rule] })
  expect(await sendAt(manualClock(new Date('2026-01-01T11:00:00Z')))).toBeUndefined()
  expect(sent).toHaveLength(3)
})

test('a description or a disk changes no network', async () => {
  await net.makeInstance('web')
  const before = await tasks()
  await net.ask('POST', `/v1/disks?project=${net.project()}`, {
    ...net.named('data'),
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  expect(await tasks()).toEqual(before)
})

test('an answer that was lost is sent again', async () => {
  const { compute } = net.world.services
  const before = { ...compute }
  compute.ensureNetwork = async (spec) => {
    await before.ensureNetwork(spec)
    throw new DriverError('unreachable', 'the answer was lost')
  }
  await expect(send()).rejects.toThrow('the answer was lost')
  Object.assign(compute, before)
  await send()
  expect(sent).toHaveLength(2)
  expect(sent[0]).toEqual(sent[1])
})

test('a network that the driver has lost or should not have is sent or deleted after a start', async () => {
  const { compute } = net.world.services
  await send()
  await compute.deleteNetwork(vpcId)
  const stray = crypto.randomUUID()
  await compute.ensureNetwork({ ...sent[0]!, id: stray })
  await checkNetworks(net.world.services)
  expect(await tasks('all')).toHaveLength(1)
  await sendNetwork(net.world.services, 'all')
  expect([await tasks(), await tasks(stray)].map(({ length }) => length)).toEqual([1, 1])
  await send()
  await sendNetwork(net.world.services, stray)
  expect(await held()).toBe(sent[0]!.version)
  expect((await compute.networks()).map(({ id }) => id)).not.toContain(stray)
})

test('the network of a deleted VPC is deleted', async () => {
  await send()
  await net.ask('DELETE', `/v1/vpc-subnets/default?${net.inVpc('default')}`)
  expect((await net.ask('DELETE', `/v1/vpcs/default?project=${net.project()}`)).status).toBe(204)
  await send()
  expect(await held()).toBeUndefined()
  expect(
    await net.world.services.db
      .selectFrom('network_sent')
      .select('vpc_id')
      .where('vpc_id', '=', vpcId)
      .execute(),
  ).toEqual([])
})
