import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '@granary/compute/clock.ts'
import type { DriverHost } from '@granary/compute/host.ts'
import { memoryBlocks, memoryStore } from '@granary/compute/memory-store.ts'
import type { QemuOptions } from '../parts.ts'
import { findProcesses } from '../machines/process.ts'
import type { HostNetworks } from '../network/host-networks.ts'

/** Host networks for machines without interfaces. */
const noNetworks: HostNetworks = {
  ensure: async () => [],
  remove: async () => {},
  list: async () => [],
  enter: async () => [],
  addTap: async () => {
    throw new Error('there are no networks here')
  },
  removeTap: async () => {},
  keepTaps: async () => {},
  counters: async () => [],
  externalNetworks: () => [],
  onGaps: () => () => {},
  close: async () => {},
}

/** Options of a driver for tests without networks, in which a guest has a second to shut itself down. */
export const testOptions: QemuOptions = {
  acceleration: 'emulated',
  accelerationReason: 'this is a test',
  firmware: 'bios',
  bootSlots: 2,
  stopGrace: 1_000,
  unplugGrace: 30_000,
  openNetworks: async () => noNetworks,
  mtu: 1500,
}

/** Makes a host with a folder of its own, for tests. `remove` ends the machines in it and deletes it. */
export async function makeHost(folder?: string) {
  folder ??= await mkdtemp(join(tmpdir(), 'qemu-'))
  const host: DriverHost = {
    clock: systemClock,
    log: (level, message, fields) => {
      if (level !== 'info') console.log(message, fields)
    },
    store: memoryStore(),
    blocks: memoryBlocks(),
    folder,
  }
  const remove = async () => {
    const machines = await readdir(join(folder, 'machines')).catch(() => [])
    const processes = await findProcesses()
    for (const id of machines) {
      const pid = processes.get(id)
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      while ((await findProcesses()).has(id)) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await rm(folder, { recursive: true, force: true })
  }
  return { host, folder, remove }
}
