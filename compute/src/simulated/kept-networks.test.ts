import { expect, test } from 'vitest'
import { machineNic, machineSpec, networkSpec } from '../../conformance/specs.ts'
import { memoryStore } from '../memory-store.ts'
import { Networks } from './networks.ts'

/** Two servers on one store, which counts the reads of networks. */
function twoServers() {
  const store = memoryStore()
  const reads = new Map<string, number>()
  const counting = {
    ...store,
    get: (key: string) => {
      reads.set(key, (reads.get(key) ?? 0) + 1)
      return store.get(key)
    },
  }
  const options = { store: counting, log: () => {}, isUp: async () => true }
  return {
    one: new Networks(options),
    other: new Networks(options),
    readsOf: (id: string) => reads.get(`network/${id}`) ?? 0,
  }
}

/** A machine whose network lets TCP port 443 of the other one pass. */
function sender(networkId = crypto.randomUUID()) {
  const [web, db] = [5, 6].map((host) => machineSpec({ nics: [machineNic(networkId, host)] }))
  const allows = (port: number, version: string) =>
    networkSpec([web!, db!], {
      id: networkId,
      version,
      rules: [
        {
          id: crypto.randomUUID(),
          action: 'allow',
          hosts: null,
          protocols: [{ type: 'tcp' }],
          ports: [{ first: port, last: port }],
        },
      ],
    })
  const to = allows(443, '').interfaces[1]!.addresses[0]!
  const packet = (port: number) => ({ to, traffic: { protocol: 'tcp', port } as const })
  return { id: networkId, web: web!, allows, packet }
}

test('many packets read their network once', async () => {
  const { one, readsOf } = twoServers()
  const { id, web, allows, packet } = sender()
  await one.ensure(allows(443, 'first'))
  const before = readsOf(id)
  for (let count = 0; count < 10; count++) expect(await one.probe(web, packet(443))).toBe('answered')
  expect(readsOf(id) - before).toBe(1)
})

test('a packet passes by what another server changed', async () => {
  const { one, other, readsOf } = twoServers()
  const { id, web, allows, packet } = sender()
  const replies = async () => [await one.probe(web, packet(443)), await one.probe(web, packet(80))]
  await other.ensure(allows(443, 'first'))
  expect(await replies()).toEqual(['answered', 'lost'])
  await other.ensure(allows(80, 'second'))
  const before = readsOf(id)
  expect(await replies()).toEqual(['lost', 'answered'])
  expect(readsOf(id) - before).toBe(1)
  await other.delete(id)
  expect(await replies()).toEqual(['unreachable', 'unreachable'])
})

test('keeps the networks that were used last', async () => {
  const { one, readsOf } = twoServers()
  const senders = Array.from({ length: 40 }, () => sender())
  for (const { allows } of senders) await one.ensure(allows(443, 'first'))
  for (const { web, packet } of senders) await one.probe(web, packet(443))
  const [oldest, latest] = [senders[0]!, senders.at(-1)!]
  const before = [readsOf(oldest.id), readsOf(latest.id)]
  for (const { web, packet } of [latest, oldest]) await one.probe(web, packet(443))
  expect([readsOf(oldest.id) - before[0]!, readsOf(latest.id) - before[1]!]).toEqual([1, 0])
})
