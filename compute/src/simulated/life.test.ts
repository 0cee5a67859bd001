import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { manualClock } from '../clock.ts'
import { LEGAL_TRANSITIONS } from '../../conformance/legal-transitions.ts'
import { machineSpec } from '../../conformance/specs.ts'
import { DriverError } from '../driver-error.ts'
import type { MachineReport, MachineState } from '../machine.ts'
import { openSimulatedDriver } from './driver.ts'
import type { SimulatedDriver } from './driver.ts'
import { simulatedRack } from './rack.ts'
import { memoryStore } from '../memory-store.ts'

const sleds = simulatedRack(2)
/** Two of these machines don't fit on one sled of 128 threads. */
const THREADS = 80
const specs = ['a', 'b'].map((id) => machineSpec({ id, name: id, ncpus: THREADS }))

type Step = { machine: number; ms: number; does: (typeof ACTIONS)[number] }

const ACTIONS = [
  'define',
  'start',
  'stop',
  'reboot',
  'repeat reboot',
  'fail',
  'migrate',
  'repair',
  'destroy',
  'restart',
  'crash',
] as const

const step: fc.Arbitrary<Step> = fc.record({
  machine: fc.nat(1),
  ms: fc.oneof(fc.constant(0), fc.nat(5000)),
  does: fc.constantFrom(...ACTIONS),
})

/** All reports about one machine from consecutive drivers. */
class Life {
  readonly states: MachineState[] = []

  told({ state }: MachineReport): void {
    if (state !== this.states.at(-1)) this.states.push(state)
  }
}

it('makes only valid transitions, for any commands and restarts of the driver', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const clock = manualClock()
      const store = memoryStore()
      const lives = new Map<string, Life>()
      let driver = await open()
      let reboots = 0

      for (const { machine, ms, does } of steps) {
        const spec = specs[machine]!
        if (does === 'restart' || does === 'crash') driver = await reopen(does === 'restart')
        else await act(spec.id, does)
        await clock.advance(ms)
        await agrees()
      }
      await clock.advance(60_000)
      await agrees()
      for (const { state } of await driver.list()) expect(['running', 'stopped', 'failed']).toContain(state)
      for (const { states } of lives.values()) {
        states.forEach((state, index) => {
          const before = states[index - 1]
          if (before) expect(LEGAL_TRANSITIONS[before], states.join(' ')).toContain(state)
        })
      }

      async function open(): Promise<SimulatedDriver> {
        const opened = await openSimulatedDriver({ clock, store, sleds })
        opened.subscribe((report) => {
          // Timers of a crashed driver still run here, but its listener is gone.
          if (opened === driver) lifeOf(report.id).told(report)
        })
        return opened
      }

      async function reopen(orderly: boolean): Promise<SimulatedDriver> {
        if (orderly) await driver.close()
        driver = await open()
        for (const report of await driver.list()) lifeOf(report.id).told(report)
        return driver
      }

      function lifeOf(id: string): Life {
        const life = lives.get(id) ?? new Life()
        lives.set(id, life)
        return life
      }

      async function act(id: string, does: Step['does']): Promise<void> {
        const spec = specs.find((each) => each.id === id)!
        const target = sleds[reboots % 2]!.id
        if (does === 'reboot') reboots++
        const deeds: Partial<Record<Step['does'], () => Promise<void>>> = {
          define: async () => {
            // Waits for the clock, which advances below.
            driver.ensureDefined(spec).catch(() => {})
            await clock.advance(0)
          },
          start: () => driver.ensureRunning(spec),
          stop: () => driver.ensureStopped(id),
          reboot: () => driver.reboot(id, String(reboots)),
          'repeat reboot': () => driver.reboot(id, String(reboots)),
          fail: () => driver.fail(id, 'bad luck'),
          migrate: () => driver.migrate(id, target),
          repair: () => driver.repair(id),
          destroy: async () => {
            await driver.destroy(id)
            lives.delete(id)
          },
        }
        await deeds[does]!().catch((error: unknown) => {
          if (!(error instanceof DriverError)) throw error
        })
      }

      /** Checks that the reports match the full list, and that no sled is overcommitted. */
      async function agrees(): Promise<void> {
        const used = new Map<string, number>()
        for (const { id, state, sledId } of await driver.list()) {
          const reported = lives.get(id)?.states.at(-1)
          expect(reported ?? 'stopped').toBe(state)
          if (sledId !== null) used.set(sledId, (used.get(sledId) ?? 0) + THREADS)
        }
        for (const threads of used.values()) expect(threads).toBeLessThanOrEqual(128)
      }
    }),
    { numRuns: 300 },
  )
})
