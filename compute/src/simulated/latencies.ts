import { type IoKind, LATENCY_CLASSES, type Latencies } from '../latencies.ts'
import { stableFraction } from '../stable.ts'

/** How many of 20 operations fall into each class. */
const SHARES: Record<IoKind, readonly number[]> = {
  read: [1, 4, 7, 4, 2, 1, 1, 0, 0, 0],
  write: [0, 2, 5, 7, 3, 1, 1, 1, 0, 0],
  flush: [0, 0, 1, 3, 6, 5, 2, 1, 1, 1],
}

/** The latency of every operation in a class: some way into it, and for the last class beyond its begin. */
const TYPICAL = LATENCY_CLASSES.map((from, at) =>
  Math.round((from + (LATENCY_CLASSES[at + 1] ?? 2 * from)) / 2),
)

/** The class of each of the 20 operations. */
const classesOf = (kind: IoKind): number[] =>
  SHARES[kind].flatMap((share, at) => Array.from({ length: share }, () => at))
const PATTERN = { read: classesOf('read'), write: classesOf('write'), flush: classesOf('flush') }

/** Steps through the pattern, so that rare latencies don't come together. It has no common divisor with 20. */
const STRIDE = 7

/** Constant latencies would look dead: of this many rounds of the pattern, the last ones are slower by a class. */
const CYCLE = 900
const FAST_ROUNDS = 600

/** Disks differ by up to this many classes. */
const SPEEDS = 3

/**
 * Returns the latencies of the first `count` operations of a kind on a disk. They repeat in a pattern, so that each number grows
 * with `count` and all of them add up to it.
 */
export function latenciesOf(kind: IoKind, seed: string, count: number): Latencies {
  const pattern = PATTERN[kind]
  const speed = Math.floor(stableFraction(`${seed}/latency`) * SPEEDS)
  const counts = LATENCY_CLASSES.map(() => 0)
  const add = (at: number, some: number) => (counts[Math.min(at, counts.length - 1)]! += some)
  const [rounds, rest] = [Math.floor(count / pattern.length), count % pattern.length]
  const inCycle = rounds % CYCLE
  const slow = Math.floor(rounds / CYCLE) * (CYCLE - FAST_ROUNDS) + Math.max(0, inCycle - FAST_ROUNDS)
  SHARES[kind].forEach((share, at) => {
    add(at + speed, share * (rounds - slow))
    add(at + speed + 1, share * slow)
  })
  const now = speed + (inCycle >= FAST_ROUNDS ? 1 : 0)
  for (let at = 0; at < rest; at++) add(pattern[(at * STRIDE) % pattern.length]! + now, 1)
  return { counts, sum: counts.reduce((sum, some, at) => sum + some * TYPICAL[at]!, 0) }
}
