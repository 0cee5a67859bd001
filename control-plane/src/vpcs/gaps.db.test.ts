import type { Gap } from '@granary/compute/network.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Networks, openNetworks } from '../../test/networks.ts'
import { checkNetworks, followGaps, sendNetwork } from './send-network.ts'

let net: Networks
let vpcId = ''
let gaps: Gap[] = []
const severity = 'warning'
const unrouted: Gap = { subject: '203.0.113.7', reason: 'it is not routed to this host', severity }
const multicast: Gap = { subject: 'multicast', reason: 'this host passes none', severity }
const note: Gap = {
  subject: '203.0.113.9',
  reason: 'it is reachable from this host only',
  severity: 'note',
  forwarded: { address: '127.68.10.98', ports: [{ host: 8022, guest: 22 }] },
}
const shown = (...all: Gap[]) => all.map((gap) => ({ forwarded: null, ...gap }))

beforeAll(async () => {
  net = await openNetworks()
  await net.start()
  vpcId = (await net.ask('GET', `/v1/vpcs/default?project=${net.project()}`)).body.id
  const { compute } = net.world.services
  const ensureNetwork = compute.ensureNetwork.bind(compute)
  const networks = compute.networks.bind(compute)
  vi.spyOn(compute, 'ensureNetwork').mockImplementation(async (spec) => {
    await ensureNetwork(spec)
    return gaps
  })
  vi.spyOn(compute, 'networks').mockImplementation(async () =>
    (await networks()).map((network) => ({ ...network, gaps })),
  )
})
afterAll(() => net.world.close())

const listed = async () => (await net.ask('GET', `/experimental/v1/vpcs/${vpcId}/gaps`)).body.items
const touched = async () =>
  (
    await net.world.services.db
      .selectFrom('change_log')
      .select('seq')
      .where('resource_id', '=', vpcId)
      .where('operation', '=', 'send_network')
      .execute()
  ).length
const issues = async (of: string) => {
  const { body } = await net.ask('GET', `/experimental/v1/${of}issues`)
  return body.items.filter(({ check }: { check: string }) => check === 'network-gap')
}

test('gaps of a sent network are listed, and noted as a change of the VPC', async () => {
  expect(await listed()).toEqual([])
  gaps = [multicast, unrouted]
  await net.makeInstance('web')
  await sendNetwork(net.world.services, vpcId)
  expect(await listed()).toEqual(shown(unrouted, multicast))
  expect(await touched()).toBe(1)
})

test('the explainer has the gaps that concern its question', async () => {
  const explain = async (to: string) => {
    const body = { from: 'instance/web', to, protocol: 'tcp', port: 443 }
    return (await net.ask('POST', `/experimental/v1/vpcs/${vpcId}/reachability`, body)).body.gaps
  }
  expect(await explain('203.0.113.7')).toEqual(shown(unrouted, multicast))
  expect(await explain('203.0.113.8')).toEqual(shown(multicast))
})

test('VPCs with gaps are issues', async () => {
  expect(await issues('')).toMatchObject([
    {
      severity: 'warning',
      message: 'VPC default: 203.0.113.7: it is not routed to this host (and 1 more)',
      resource_kind: 'vpc',
      resource_id: vpcId,
    },
  ])
  expect(await issues('system/')).toMatchObject([
    { message: "Silo main has 1 VPC that the hosts can't carry out in full", resource_kind: 'silo' },
  ])
})

test('gaps that change by themselves are read again', async () => {
  const listeners = new Set<() => void>()
  const { compute, db } = net.world.services
  compute.onGaps = (listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const end = followGaps(net.world.services)
  const queued = () => db.selectFrom('task').select('key').where('kind', '=', 'network').execute()
  expect(await queued()).not.toContainEqual({ key: 'all' })
  for (const listener of listeners) listener()
  await expect.poll(queued).toContainEqual({ key: 'all' })
  await end()
  expect(listeners.size).toBe(0)
})

test('after a restart the driver says which gaps are left', async () => {
  gaps = [multicast]
  await checkNetworks(net.world.services)
  await sendNetwork(net.world.services, 'all')
  expect(await listed()).toEqual(shown(multicast))
  gaps = [note]
  await sendNetwork(net.world.services, 'all')
  expect(await listed()).toEqual(shown(note))
  expect([...(await issues('')), ...(await issues('system/'))]).toEqual([])
  gaps = [multicast, note]
  await sendNetwork(net.world.services, 'all')
  expect(await issues('')).toMatchObject([{ message: 'VPC default: multicast: this host passes none' }])
  gaps = []
  await sendNetwork(net.world.services, 'all')
  expect(await listed()).toEqual([])
  expect(await touched()).toBe(5)
  expect(await issues('')).toEqual([])
})
