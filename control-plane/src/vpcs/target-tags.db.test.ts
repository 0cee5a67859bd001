import type { NetworkSpec } from '@granary/compute/network.ts'
import { readSpec } from '@granary/domain/network-spec/read.ts'
import { explain } from '@granary/domain/reachability/explain.ts'
import { type Tag, tagOf } from '@granary/domain/tags.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Networks, openNetworks } from '../../test/networks.ts'
import { sendNetwork } from './send-network.ts'

let net: Networks
let sent: NetworkSpec | undefined
let vpcId = ''
beforeAll(async () => {
  net = await openNetworks()
  const { compute } = net.world.services
  const real = { ...compute }
  compute.ensureNetwork = (spec) => {
    sent = spec
    return real.ensureNetwork(spec)
  }
})
afterAll(() => net.world.close())
beforeEach(async () => {
  await net.start()
  vpcId = (await net.ask('GET', `/v1/vpcs/default?project=${net.project()}`)).body.id
})

const rule = (change: object = {}) => ({
  name: 'web',
  description: '',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority: 10,
  targets: [],
  target_tags: [tagOf('role=web'), tagOf('role=proxy')],
  filters: { hosts: null, ports: ['443'], protocols: [{ type: 'tcp' }] },
  ...change,
})
const path = () => `/v1/vpc-firewall-rules?${net.inVpc('default')}`
const put = (...rules: object[]) => net.ask('PUT', path(), { rules })
const setTags = (id: string, set: Tag[], remove: string[] = []) =>
  net.ask('PUT', `/experimental/v1/tags/instance/${id}`, { set, remove })

/** Whether a packet arrives, as the driver has it, and as the API explains it. */
async function arrives(from: { id: string }, to: { id: string }, port: number): Promise<boolean[]> {
  await sendNetwork(net.world.services, vpcId)
  const nicOf = (machine: { id: string }) =>
    sent!.interfaces.find(({ machineId }) => machineId === machine.id)!.id
  const held = explain(readSpec(sent!), {
    from: `interface/${nicOf(from)}`,
    to: `interface/${nicOf(to)}`,
    traffic: { protocol: 'tcp', port },
  })
  const question = { from: `instance/${from.id}`, to: `instance/${to.id}`, port }
  const said = await net.ask(
    'POST',
    `/experimental/v1/vpcs/default/reachability?project=${net.project()}`,
    question,
  )
  return ['reachable' in held && held.reachable, said.body.reachable]
}

test('a tag on an instance opens the port of a rule, and the port closes with it', async () => {
  const client = await net.makeInstance('client')
  const server = await net.makeInstance('server')
  expect((await put(rule())).status).toBe(200)
  const closed = [false, false]
  const open = [true, true]
  expect(await arrives(client, server, 443)).toEqual(closed)

  expect((await setTags(server.id, [tagOf('role=web')])).status).toBe(200)
  expect(await arrives(client, server, 443)).toEqual(open)
  expect(await arrives(client, server, 80)).toEqual(closed)
  expect(await arrives(server, client, 443)).toEqual(closed)

  await setTags(server.id, [tagOf('role=Web')])
  expect(await arrives(client, server, 443)).toEqual(closed)
  await setTags(server.id, [tagOf('role=proxy')])
  expect(await arrives(client, server, 443)).toEqual(open)
  await setTags(server.id, [], ['role'])
  expect(await arrives(client, server, 443)).toEqual(closed)
})

test('only other tags send the network again', async () => {
  const { id } = await net.makeInstance('web')
  const queued = async () => {
    const { db } = net.world.services
    const [task] = await db
      .selectFrom('task')
      .select('revision')
      .where('kind', '=', 'network')
      .where('key', '=', vpcId)
      .execute()
    return task?.revision
  }
  const before = await queued()
  await setTags(id, [tagOf('role=web')])
  const after = await queued()
  expect(after).not.toBe(before)
  await setTags(id, [tagOf('role=web')])
  await net.ask('POST', `/experimental/v1/instances/${id}/protect`)
  expect(await queued()).toBe(after)
})

test('a replacement without tags keeps those of the rule with the same name', async () => {
  const { target_tags, ...published } = rule({ priority: 20 })
  expect((await put(rule())).body.rules).toMatchObject([{ targets: [], target_tags }])
  expect((await put(published)).body.rules).toMatchObject([{ priority: 20, target_tags }])
  expect((await net.ask('GET', path())).body.rules).toMatchObject([{ priority: 20, target_tags }])
  expect((await put({ ...published, name: 'other' })).body.rules).toMatchObject([{ target_tags: [] }])
  await put(rule())
  expect((await put(rule({ target_tags: [] }))).body.rules).toMatchObject([{ target_tags: [] }])
})

test('refuses a tag that no resource can have, and too many', async () => {
  const problems = async (target_tags: object[]) => (await put(rule({ target_tags }))).body.problems
  expect(await problems([{ key: '1', value: '' }])).toMatchObject([
    { path: 'rules[0].target_tags[0].key', code: 'invalid_format' },
  ])
  const many = Array.from({ length: 257 }, (_, n) => ({ key: 'n', value: String(n) }))
  expect(await problems(many)).toMatchObject([{ path: 'rules[0].target_tags', code: 'too_long' }])
})
