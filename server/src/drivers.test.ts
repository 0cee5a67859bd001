import { manualClock } from '@granary/compute/clock.ts'
import { describeDriver } from '@granary/compute/conformance/describe-driver.ts'
import type { DriverCapabilities } from '@granary/compute/conformance/under-test.ts'
import { memoryBlocks, memoryStore } from '@granary/compute/memory-store.ts'
import { expect, onTestFinished, test } from 'vitest'
import { runMachine } from '../test/machine.ts'
import { builtConsole, clientOf, PASSWORD } from '../test/server.ts'
import { temporaryFolder } from '../test/temporary.ts'
import { openToyDriver, UNSUPPORTED_BY_TOY } from '../test/toy/driver.ts'
import { readConfiguration } from './settings/configuration.ts'
import { DRIVERS, type DriverChoice, openDriver } from './drivers.ts'
import { startServer } from './server.ts'

/** The drivers of the server and a second one, chosen by name as `--compute` does. */
const planted = {
  ...DRIVERS,
  toy: { settings: {}, open: (host) => openToyDriver(host) } satisfies DriverChoice,
}

const toyCapabilities: DriverCapabilities = {
  machines: true,
  guests: UNSUPPORTED_BY_TOY,
  blocks: true,
  snapshots: UNSUPPORTED_BY_TOY,
  serial: UNSUPPORTED_BY_TOY,
  counters: UNSUPPORTED_BY_TOY,
  kill: UNSUPPORTED_BY_TOY,
  reopen: UNSUPPORTED_BY_TOY,
  traffic: UNSUPPORTED_BY_TOY,
}

const newHost = () => ({
  clock: manualClock(),
  log: () => {},
  store: memoryStore(),
  blocks: memoryBlocks(),
  folder: undefined,
})

describeDriver(
  'planted through --compute',
  async () => {
    const host = newHost()
    const open = () => openDriver('toy', {}, host, planted)
    const unsupported = () => Promise.reject(new Error(UNSUPPORTED_BY_TOY))
    return {
      driver: await open(),
      pass: (ms) => host.clock.advance(ms),
      limit: 300_000,
      bootDisk: unsupported,
      reopen: open,
      kill: unsupported,
      connects: unsupported,
    }
  },
  toyCapabilities,
)

test('runs machines on the driver that --compute names', async () => {
  const folder = temporaryFolder()
  const args = ['--port', '0', '--data', folder, '--admin-password', PASSWORD, '--log-level', 'error']
  const configuration = { ...readConfiguration(args, {}), compute: 'toy' }
  const started: string[] = []
  const toy: DriverChoice = {
    settings: {},
    async open(host) {
      const driver = await openToyDriver(host)
      driver.subscribe(({ id, state }) => void (state === 'running' && started.push(id)))
      return driver
    },
  }
  const drivers = { ...planted, toy }
  const running = await startServer(configuration, builtConsole(folder), { drivers })
  onTestFinished(running.stop)
  const client = clientOf(running.url)
  const { id } = await runMachine(client, await client.signIn())
  expect(started).toEqual([id])
})

test('sizes the rack of the simulated driver by --simulated-sleds', async () => {
  const configuration = readConfiguration(['--simulated-sleds', '3'], {})
  const driver = await openDriver('simulated', configuration, newHost(), DRIVERS)
  expect(await driver.inventory()).toHaveLength(3)
  await driver.close()
})
