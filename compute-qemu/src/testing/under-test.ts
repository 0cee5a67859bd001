import type { DriverCapabilities, DriverUnderTest } from '@granary/compute/conformance/under-test.ts'
import { openQemuDriver } from '../driver.ts'
import { findProcesses } from '../machines/process.ts'
import { guestOf, makeBootDisk } from './guest.ts'
import { makeHost, testOptions } from './host.ts'
import { openNetworks, removeNetworks } from './networks.ts'

/** The driver can all that the conformance suite tests. */
export const CAPABILITIES: DriverCapabilities = {
  machines: true,
  guests: true,
  blocks: true,
  snapshots: true,
  serial: true,
  counters: true,
  kill: true,
  reopen: true,
  traffic: true,
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Opens a driver for the conformance suite, with a folder and networks of its own. @param ends gets what ends its machines and them. */
export async function makeDriver(ends: (() => Promise<void>)[]): Promise<DriverUnderTest> {
  const { host, folder, remove } = await makeHost()
  // The last one comes first: what keeps the networks is named in the folder.
  ends.push(remove, () => removeNetworks(folder))
  const open = () => openQemuDriver(host, { ...testOptions, openNetworks })
  let driver = await open()
  return {
    driver,
    pass: sleep,
    limit: 240_000,
    bootDisk: async () => {
      const id = await makeBootDisk(driver)
      return { id, ready: (machineId) => guestOf(driver, machineId).ready() }
    },
    reopen: async () => {
      await driver.close()
      driver = await open()
      return driver
    },
    kill: async (id) => void process.kill((await findProcesses()).get(id)!, 'SIGKILL'),
    connects: async (id, address, port) => {
      const answer = await guestOf(driver, id).run(`nc -w 2 ${address} ${port} </dev/null && echo open`)
      return answer.split('\n').includes('open')
    },
  }
}
