import { expect } from 'vitest'
import { manualClock } from '../clock.ts'
import { diskSpec } from '../../conformance/specs.ts'
import { describeDriver } from '../../conformance/describe-driver.ts'
import type { DriverCapabilities, DriverUnderTest } from '../../conformance/under-test.ts'
import type { SerialConnection } from '../serial.ts'
import { DriverError } from '../driver-error.ts'
import { openSimulatedDriver } from './driver.ts'
import type { SimulatedDriver } from './driver.ts'
import { randomFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { memoryBlocks, memoryStore } from '../memory-store.ts'

const everything: DriverCapabilities = {
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

async function rig(given: { faults?: Faults; hotplug?: boolean } = {}): Promise<DriverUnderTest> {
  const clock = manualClock()
  const world = { clock, store: memoryStore(), blocks: memoryBlocks(), ...given }
  let simulated = await openSimulatedDriver(world)
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.setTimer(ms, resolve))
  const ready = async (machineId: string) => {
    for (let text = ''; !text.includes(':~# '); await wait(1000)) {
      const { data } = await simulated.serial(machineId).history({ mostRecent: 1000, maxBytes: 1000 })
      text = new TextDecoder().decode(data)
    }
  }
  return {
    driver: persistent(simulated),
    pass: (ms) => clock.advance(ms),
    limit: 300_000,
    bootDisk: async () => {
      const disk = diskSpec()
      await persistent(simulated).createDisk(disk)
      return { id: disk.id, ready }
    },
    kill: (id) => simulated.fail(id, 'killed by the test'),
    connects: async (id, address, port) => {
      const connection = await simulated.serial(id).connect({ mostRecent: 0 })
      const shown = screen(connection)
      void connection.write(new TextEncoder().encode(`\rroot\rnc -z ${address} ${port}\r`))
      await clock.advance(30_000)
      await expect.poll(() => shown.text).toMatch(/succeeded!|failed:/)
      connection.close()
      return shown.text.includes('succeeded!')
    },
    reopen: async () => {
      // Not closed: a crash closes nothing.
      simulated = await openSimulatedDriver(world)
      return persistent(simulated)
    },
  }
}

/** Collects the output of a connection after what came before. */
function screen(connection: SerialConnection) {
  const shown = { text: '' }
  void (async () => {
    for await (const chunk of connection.output) shown.text += new TextDecoder().decode(chunk)
  })()
  return shown
}

/** Retries every unanswered command, as the control plane does. */
function persistent(driver: SimulatedDriver): SimulatedDriver {
  let closed = false
  return new Proxy(driver, {
    get(target, name: keyof SimulatedDriver) {
      const method = target[name] as ((...args: unknown[]) => unknown) | undefined
      // `await` reads the property `then` of everything.
      if (!method) return undefined
      if (name === 'close') closed = true
      return (...args: unknown[]) => {
        const answer = method(...args)
        return answer instanceof Promise && !closed ? answer.catch(again(method, args)) : answer
      }
    },
  })

  function again(method: (...args: unknown[]) => unknown, args: unknown[]) {
    return async (error: unknown): Promise<unknown> => {
      if (closed || !(error instanceof DriverError) || error.kind !== 'unreachable') throw error
      return (method(...args) as Promise<unknown>).catch(again(method, args))
    }
  }
}

/** A deterministic random generator (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describeDriver('simulated', () => rig(), everything)

let seed = 0
describeDriver(
  'simulated, with lost requests, lost answers and delays',
  () =>
    rig({
      faults: randomFaults(seededRandom(++seed), { refuse: 0.2, loseAnswer: 0.3, latest: 400 }),
      hotplug: true,
    }),
  everything,
)
