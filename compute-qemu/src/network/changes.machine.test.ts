import type { NetworkSpec } from '@granary/compute/network.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linkName } from './plan/names.ts'
import { externalOf, interfaceOf, networkOf } from './plan/testing.ts'
import type { Guest } from './testing/guest.ts'
import { type Lab, makeLab } from './testing/lab.ts'
import { MODES } from './testing/modes.ts'

/** Whether a TCP connection is answered. The silence of packets that must not pass is 300 ms long. */
const reaches = async (from: Guest, to: string, port = 80): Promise<boolean> =>
  (await from.send({ protocol: 'tcp', to, port, timeout: 300 })) !== null
/** Waits for an answer that must come. */
const answer = (from: Guest, to: string, port = 80): Promise<string | null> =>
  from.send({ protocol: 'tcp', to, port, timeout: 30_000 })

const twoMachines = (changes: Partial<NetworkSpec> = {}) => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()]
  const network = networkOf(
    ids.map((id, at) => interfaceOf(id, [`10.0.0.${at + 5}`, `fd00::${at + 5}`])),
    changes,
  )
  return {
    network,
    ids,
    next: (more: Partial<NetworkSpec>) => ({ ...network, version: crypto.randomUUID(), ...more }),
  }
}

describe.each(MODES)('networks of $mode', ({ options }) => {
  let lab: Lab
  beforeAll(async () => {
    lab = await makeLab(options)
  })
  afterAll(() => lab.end())

  const start = async ({ network, ids }: ReturnType<typeof twoMachines>) => {
    await lab.networks.ensure(network)
    return Promise.all(ids.map((id) => lab.guest(network, id)))
  }

  test('two VPCs have the same subnet and addresses, and do not meet', async () => {
    const [one, other] = [twoMachines(), twoMachines()]
    const [a] = await start(one)
    const [, b] = await start(other)
    await lab.networks.ensure(one.next({ interfaces: [one.network.interfaces[0]!] }))
    // Its own VPC has nothing at this address any more, the other one has.
    expect(await reaches(a!, '10.0.0.6')).toBe(false)
    expect(await answer(b!, '10.0.0.5')).toBe('10.0.0.6')
  })

  test('an open connection outlives 100 changes of the rules, and ends when they deny it', async () => {
    const machines = twoMachines()
    const [a] = await start(machines)
    const held = await a!.hold('10.0.0.6', 443)
    const rule = (port: number) => ({
      ...machines.network.rules[0]!,
      id: `r${port}`,
      ports: [{ first: port, last: port }],
    })
    const versions = [80, 22].map((port) => ({
      rules: [rule(port), rule(443)],
      firewalls: [{ inbound: [`r${port}`, 'r443'], outbound: [] }],
    }))
    for (let count = 0; count < 100; count++) {
      await lab.networks.ensure(machines.next(versions[count % 2]!))
      expect(await held.echoes(30_000)).toBe(true)
    }
    expect([await reaches(a!, '10.0.0.6', 80), await reaches(a!, '10.0.0.6', 22)]).toEqual([false, true])
    await lab.networks.ensure(
      machines.next({ rules: [rule(80)], firewalls: [{ inbound: ['r80'], outbound: [] }] }),
    )
    expect(await held.echoes(300)).toBe(false)
    expect(await answer(a!, '10.0.0.6', 80)).toBe('10.0.0.5')
  })

  test('a floating address answers from outside, moves to another machine, and stops when it is detached', async () => {
    const machines = twoMachines()
    const [a, b] = machines.ids as [string, string]
    const [first] = await start(machines)
    const at = (id: string) => machines.next({ external: [externalOf(id, '203.0.113.5')] })
    expect(await reaches(lab.internet, '203.0.113.5')).toBe(false)
    await lab.networks.ensure(at(a))
    expect(await answer(lab.internet, '203.0.113.5')).toBe('198.51.100.7')
    // What it sends has the address too, and its neighbor reaches it by it.
    expect(await answer(first!, '198.51.100.7')).toBe('203.0.113.5')
    const held = await lab.internet.hold('203.0.113.5', 443)
    await lab.networks.ensure(at(b))
    expect(await held.echoes(300)).toBe(false)
    expect(await answer(lab.internet, '203.0.113.5')).toBe('198.51.100.7')
    expect(await reaches(first!, '198.51.100.7')).toBe(false)
    await lab.networks.ensure(machines.next({}))
    expect(await reaches(lab.internet, '203.0.113.5')).toBe(false)
  })

  test('machines of several VPCs share an address for sending', async () => {
    const vpcs = [twoMachines(), twoMachines()]
    const guests: Guest[] = []
    for (const [at, { network, ids, next }] of vpcs.entries()) {
      await lab.networks.ensure(network)
      const ports = { first: at * 16_384, last: at * 16_384 + 16_383 }
      await lab.networks.ensure(
        next({ external: [externalOf(ids[0]!, '203.0.113.9', { kind: 'snat', ports })] }),
      )
      guests.push(await lab.guest(network, ids[0]!))
    }
    for (const guest of guests) {
      expect(await answer(guest, '198.51.100.7')).toBe('203.0.113.9')
      expect(
        await guest.send({ protocol: 'icmp', to: '198.51.100.7', port: 0, timeout: 30_000 }),
      ).not.toBeNull()
    }
    expect(await reaches(lab.internet, '203.0.113.9')).toBe(false)
  })

  test('packets pass while nothing runs, and a server that starts finds all of it again', async () => {
    const machines = twoMachines()
    const [a] = await start(machines)
    const held = await a!.hold('10.0.0.6', 443)
    const unused = crypto.randomUUID()
    await lab.networks.enter(unused)
    await lab.networks.close()
    const networks = await lab.reopen()
    expect(await networks.list()).toContainEqual(
      expect.objectContaining({ id: machines.network.id, version: machines.network.version }),
    )
    expect((await lab.namespaces.list()).filter((name) => name.endsWith(unused))).toEqual([])
    expect(await held.echoes(30_000)).toBe(true)
    const counted = await networks.counters([...machines.ids, 'unknown'])
    expect(counted.map(({ id }) => id).sort()).toEqual([...machines.ids].sort())
    for (const { packetsSent, bytesReceived } of counted) {
      expect(packetsSent).toBeGreaterThan(0)
      expect(bytesReceived).toBeGreaterThan(0)
    }
    await networks.removeTap(machines.ids[1]!)
    expect(await reaches(a!, '10.0.0.6')).toBe(false)
    await networks.remove(machines.network.id)
    await networks.removeTap(machines.ids[0]!)
    expect((await lab.namespaces.list()).filter((name) => name.endsWith(machines.network.id))).toEqual([])
  })

  test('a large network is replaced as a whole', async () => {
    const count = 400
    const interfaces = Array.from({ length: count }, (_, at) => ({
      ...interfaceOf(crypto.randomUUID(), [`10.0.${1 + (at >> 7)}.${1 + (at & 127)}`]),
      mac: `A8:40:25:F1:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`,
    }))
    const rules = Array.from({ length: 600 }, (_, at) => ({
      ...networkOf([]).rules[0]!,
      id: crypto.randomUUID(),
      hosts: [`10.${at & 127}.0.0/16`],
      ports: [{ first: 1000 + at, last: 1000 + at }],
    }))
    const network = networkOf(interfaces, {
      rules,
      firewalls: [{ inbound: rules.map(({ id }) => id), outbound: [] }],
    })
    await lab.networks.ensure(network)
    await lab.networks.ensure({ ...network, version: 'two' })
    const words = await lab.networks.enter(network.id)
    const listed = await lab.run([...words, 'nft', 'list', 'table', 'inet', 'granary_3'])
    expect(listed).toContain(linkName(interfaces.at(-1)!.id))
    expect(listed.match(/th dport/g)).toHaveLength(600)
  })
})
