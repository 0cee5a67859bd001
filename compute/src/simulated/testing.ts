import { manualClock } from '../clock.ts'
import { machineSpec } from '../../conformance/specs.ts'
import type { MachineReport } from '../machine.ts'
import { openSimulatedDriver } from './driver.ts'
import type { SimulationOptions } from './parts.ts'
import { memoryBlocks, memoryStore } from '../memory-store.ts'

/** An environment in which drivers can be opened one after another, like a restarting server. */
export function openWorld(options: SimulationOptions = {}) {
  const clock = manualClock()
  const everything = { clock, store: memoryStore(), blocks: memoryBlocks(), ...options }
  const begun = clock.now().getTime()
  const open = async () => {
    const driver = await openSimulatedDriver(everything)
    const seen: [number, string][] = []
    const reports: MachineReport[] = []
    driver.subscribe((report) => {
      seen.push([clock.now().getTime() - begun, report.state])
      reports.push(report)
    })
    const state = async (id: string) => (await driver.list()).find((report) => report.id === id)?.state
    return { driver, seen, reports, state }
  }
  return { ...everything, clock, open }
}

/** Opens a driver with one running machine. */
export async function running() {
  const rig = openWorld()
  const opened = await rig.open()
  const spec = machineSpec()
  await opened.driver.ensureRunning(spec)
  await rig.clock.advance(4000)
  return { ...rig, ...opened, spec }
}
