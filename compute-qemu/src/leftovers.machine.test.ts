import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineNic, machineSpec, networkSpec } from '@granary/compute/conformance/specs.ts'
import type { ComputeDriver } from '@granary/compute/driver.ts'
import type { MachineSpec } from '@granary/compute/machine.ts'
import type { NetworkSpec } from '@granary/compute/network.ts'
import { openQemuDriver } from './driver.ts'
import { findProcesses } from './machines/process.ts'
import { openNamespaces } from './network/host/namespaces.ts'
import { run } from './network/host/run.ts'
import { tagOf } from './network/plan/names.ts'
import { openNetworks, removeNetworks } from './testing/networks.ts'
import { makeHost, testOptions } from './testing/host.ts'

const KILLS = 4
const POLL = { timeout: 60_000, interval: 100 }

const { host, folder, remove } = await makeHost()
const open = () => openQemuDriver(host, { ...testOptions, stopGrace: 100, openNetworks })
let driver: ComputeDriver

beforeAll(async () => {
  driver = await open()
})
afterAll(async () => {
  await driver.close()
  await removeNetworks(folder)
  await remove()
})

/** A machine without a disk, whose firmware finds nothing to boot, and its network. */
function machineInNetwork(): { machine: MachineSpec; network: NetworkSpec } {
  const networkId = crypto.randomUUID()
  const machine = machineSpec({ memory: 64 * 1024 ** 2, nics: [machineNic(networkId, 5)] })
  return { machine, network: networkSpec([machine], { id: networkId }) }
}

/** What there is of the driver in the kernel, by namespace: links of machines, tables and programs. Links among namespaces are the hub's. */
async function left() {
  const namespaces = await openNamespaces({ folder, rootless: false, as: [] })
  const prefix = `granary-${tagOf(folder)}-`
  const own = (await namespaces.list()).filter((name) => name.startsWith(prefix)).sort()
  const links: string[] = []
  const tables: string[] = []
  const programs: string[] = []
  for (const name of own) {
    const short = name.slice(prefix.length)
    for (const [, link] of (await namespaces.ip(name, ['-o', 'link'])).matchAll(/^\d+: ([^:@]+)/gm))
      if (!['lo', 'outside', 'hub'].includes(link!)) links.push(link!)
    const listed = await run([...namespaces.enter(name), 'nft', 'list', 'tables'])
    tables.push(...(listed.match(/^table .*$/gm) ?? []).map((table) => `${short} ${table}`))
    for (const pid of await namespaces.processes(name))
      programs.push((await run(['cat', `/proc/${pid}/comm`]).catch(() => '')).trim())
  }
  const rules = await namespaces.ip(`${prefix}hub`, ['rule', 'list'])
  return {
    namespaces: own.map((name) => name.slice(prefix.length)),
    links,
    tables,
    programs,
    marks: rules.match(/fwmark/g)?.length ?? 0,
  }
}
/** What is there without any network. */
const NOTHING = { namespaces: ['hub'], links: [], tables: ['hub table inet hub'], programs: [], marks: 0 }

const stateOf = async ({ id }: MachineSpec) => (await driver.view(id))?.state

test('a machine that is stopped while it starts leaves nothing but its network', async () => {
  const { machine, network } = machineInNetwork()
  await driver.ensureNetwork(network)
  for (const pause of [0, 20, 100, 300, 600]) {
    await driver.ensureRunning(machine)
    await new Promise((resolve) => setTimeout(resolve, pause))
    await driver.ensureStopped(machine.id)
    await expect.poll(() => stateOf(machine), POLL).toBe('stopped')
    await expect.poll(left, POLL).toMatchObject({
      namespaces: [network.id, 'hub'].sort(),
      links: [expect.stringMatching(/^v/)],
      programs: [],
    })
  }
  await driver.destroy(machine.id)
  await driver.deleteNetwork(network.id)
  expect(await left()).toEqual(NOTHING)
})

test('a machine that is destroyed, or whose network is deleted, while it starts leaves nothing', async () => {
  for (const pause of [0, 50, 300]) {
    const { machine, network } = machineInNetwork()
    await driver.ensureNetwork(network)
    await driver.ensureRunning(machine)
    await new Promise((resolve) => setTimeout(resolve, pause))
    await Promise.all([driver.deleteNetwork(network.id), driver.destroy(machine.id)])
    await expect.poll(left, POLL).toEqual(NOTHING)
    expect((await findProcesses()).has(machine.id)).toBe(false)
  }
})

test(`${KILLS} kills of a server between its steps leave nothing that no record names`, async () => {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await driver.close()
    const owner = spawn(process.execPath, [join(import.meta.dirname, 'testing/network-owner.ts'), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const died = once(owner, 'exit')
    await once(owner.stdout, 'data')
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500))
    owner.kill('SIGKILL')
    expect((await died)[1]).toBe('SIGKILL')
    driver = await open()
    const ids = (await driver.list()).map(({ id }) => id)
    for (const id of ids) await driver.ensureStopped(id)
    await expect
      .poll(async () => (await driver.list()).every(({ state }) => state === 'stopped'), POLL)
      .toBe(true)
    const networks = (await driver.networks()).map(({ id }) => id)
    await expect.poll(left, POLL).toMatchObject({ namespaces: [...networks, 'hub'].sort(), programs: [] })
    for (const id of ids) await driver.destroy(id)
    for (const id of networks) await driver.deleteNetwork(id)
    await expect.poll(left, POLL).toEqual(NOTHING)
    expect([...(await findProcesses()).keys()].filter((id) => ids.includes(id))).toEqual([])
    expect(await readdir(join(folder, 'machines'))).toEqual([])
  }
})
