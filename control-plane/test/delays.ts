import type { SimulatedDriver } from '@granary/compute/simulated/driver.ts'

// With `GRANARY_TEST_DELAYS`, a seed, each answer of the database and of the simulated driver is late by some turns of the event loop or
// a few milliseconds, here and in the processes that tests start.
const { GRANARY_TEST_DELAYS, NODE_OPTIONS = '' } = process.env
// Fake timers of a test don't delay answers.
const { setTimeout, setImmediate } = globalThis
const MAX_MS = 5
const MAX_TURNS = 3
/** Shares of the answers that wait for a timer, and that wait for either. */
const [TIMED, LATE] = [0.08, 0.35]

let state = Number(GRANARY_TEST_DELAYS ?? 0)
const isLate = state > 0

/** Returns a number from 0 to below 1: mulberry32. */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

async function delay(): Promise<void> {
  const chance = random()
  if (chance < TIMED) await new Promise((resolve) => setTimeout(resolve, random() * MAX_MS))
  else if (chance < LATE)
    for (let turns = random() * MAX_TURNS; turns > 0; turns--)
      await new Promise((resolve) => setImmediate(resolve))
}

/** Makes answers and reports of a driver late. Commands keep their order, as every driver promises, and so do reports. */
export function lateDriver(driver: SimulatedDriver): SimulatedDriver {
  if (!isLate) return driver
  let reports = Promise.resolve()
  const late = Object.entries(driver).map(([name, member]: [string, (...given: unknown[]) => unknown]) => [
    name,
    (...given: unknown[]) => {
      const answer = member(...given)
      return answer instanceof Promise ? answer.finally(delay) : answer
    },
  ])
  return {
    ...(Object.fromEntries(late) as SimulatedDriver),
    subscribe: (listener) =>
      driver.subscribe((report) => {
        reports = reports.then(delay).then(() => listener(report))
      }),
  }
}

const IS_SET_UP = Symbol.for('granary late answers')
if (isLate && !(IS_SET_UP in globalThis)) {
  const { DefaultQueryExecutor } = await import('kysely')
  const executor = Object.getPrototypeOf(
    DefaultQueryExecutor.prototype,
  ) as typeof DefaultQueryExecutor.prototype
  const { executeQuery } = executor // oxlint-disable-line typescript/unbound-method
  executor.executeQuery = function (...given) {
    return executeQuery.apply(this, given).finally(delay) as never
  }
  Object.defineProperty(globalThis, IS_SET_UP, { value: true })
  if (!NODE_OPTIONS.includes(import.meta.url))
    process.env.NODE_OPTIONS = `${NODE_OPTIONS} --import ${import.meta.url}`
}
