import { expect } from 'vitest'
import type { NetworkSpec, RuleSpec } from '../src/network.ts'
import type { DriverTest } from './driver-test.ts'
import type { Rig } from './rig.ts'
import { machineNic, networkSpec } from './specs.ts'

/** Networks, and which packets pass. */
export function networkTests(test: DriverTest): void {
  test('keeps the latest version of each network', [], async ({ driver, done }) => {
    const [one, other] = [networkSpec([]), networkSpec([])]
    const versions = async () =>
      new Map((await done(driver.networks())).map(({ id, version }) => [id, version]))
    await done(driver.ensureNetwork(one))
    await done(driver.ensureNetwork(one))
    await done(driver.ensureNetwork(other))
    await done(driver.ensureNetwork({ ...one, version: 'two' }))
    expect(await versions()).toEqual(
      new Map([
        [one.id, 'two'],
        [other.id, other.version],
      ]),
    )
    await done(driver.deleteNetwork(one.id))
    await done(driver.deleteNetwork(one.id))
    expect(await versions()).toEqual(new Map([[other.id, other.version]]))
  })

  test('networks outlive the driver', ['reopen'], async ({ driver, done, reopen }) => {
    const { id, version, ...rest } = networkSpec([])
    await done(driver.ensureNetwork({ id, version, ...rest }))
    expect(await done((await reopen()).networks())).toEqual([{ id, version, gaps: [] }])
  })

  // One test, because two guests take long to boot.
  test(
    'packets pass by the rules and interfaces of the network',
    ['machines', 'guests', 'traffic'],
    async (rig) => {
      const { driver, done, network, web, db } = await twoMachines(rig)
      const [to, toV6] = network.interfaces[1]!.addresses as [string, string]
      const passes = (port: number, address = to) => rig.connects(web.id, address, port)
      expect(await passes(443)).toBe(false)
      await done(driver.ensureNetwork(network))
      // The guests may have to ask for their addresses again.
      await rig.until('a connection', () => passes(443))
      await rig.until('a connection by IPv6', () => passes(443, toV6))
      expect([await passes(80), await passes(80, toV6)]).toEqual([false, false])
      const open: RuleSpec = { ...network.rules[0]!, ports: [{ first: 80, last: 80 }] }
      const second = { ...network, version: 'two', rules: [open] }
      await done(driver.ensureNetwork(second))
      expect([await passes(443), await passes(80)]).toEqual([false, true])
      expect([await passes(443, toV6), await passes(80, toV6)]).toEqual([false, true])
      // A network without an interface passes none of its packets.
      const [own] = network.interfaces
      await done(driver.ensureNetwork({ ...second, version: 'three', interfaces: [own!] }))
      expect(await passes(80)).toBe(false)
      await done(driver.ensureNetwork({ ...second, version: 'four' }))
      await rig.until('a connection', () => passes(80))
      await done(driver.deleteNetwork(network.id))
      expect(await passes(80)).toBe(false)
      await done(driver.ensureNetwork({ ...second, version: 'five' }))
      await rig.until('a connection', () => passes(80))
      await done(driver.ensureStopped(db.id))
      await rig.reach(db.id, 'stopped')
      expect(await passes(80)).toBe(false)
    },
  )
}

/** Starts two machines, and returns a network in which the second one accepts TCP port 443. It is not sent yet. */
async function twoMachines(rig: Rig) {
  const networkId = crypto.randomUUID()
  const [webNic, dbNic] = [machineNic(networkId, 5), machineNic(networkId, 6)]
  const [web, db] = await Promise.all([
    rig.boot({ name: 'web', hostname: 'web', nics: [webNic] }),
    rig.boot({ name: 'db', hostname: 'db', nics: [dbNic] }),
  ])
  const rule: RuleSpec = {
    id: crypto.randomUUID(),
    action: 'allow',
    hosts: null,
    protocols: [{ type: 'tcp' }],
    ports: [{ first: 443, last: 443 }],
  }
  const network: NetworkSpec = networkSpec([web, db], { id: networkId, rules: [rule] })
  return { ...rig, web, db, network }
}
