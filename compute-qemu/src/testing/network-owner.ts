// A server's part in a test that kills it: makes and deletes machines with networks of a folder until it is killed.
// Usage: node network-owner.ts FOLDER
import { machineNic, machineSpec, networkSpec } from '@granary/compute/conformance/specs.ts'
import { openQemuDriver } from '../driver.ts'
import { makeHost, testOptions } from './host.ts'
import { openNetworks } from './networks.ts'

const { host } = await makeHost(process.argv[2])
const driver = await openQemuDriver(host, { ...testOptions, stopGrace: 100, openNetworks })
process.stdout.write('ready\n')

for (;;) {
  const networkId = crypto.randomUUID()
  const machine = machineSpec({ memory: 64 * 1024 ** 2, nics: [machineNic(networkId, 5)] })
  const network = networkSpec([machine], { id: networkId })
  await Promise.all([driver.ensureNetwork(network), driver.ensureRunning(machine)])
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 400))
  await driver.ensureNetwork({ ...network, version: 'two' })
  if (Math.random() < 0.5) await driver.ensureStopped(machine.id)
  if (Math.random() < 0.5) await driver.deleteNetwork(networkId)
  if (Math.random() < 0.5) await driver.destroy(machine.id)
}
