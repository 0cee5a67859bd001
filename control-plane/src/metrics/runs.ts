import type { Run } from './block.ts'

/** Milliseconds between the readings that remain of most old ones. */
export const MINUTE_MS = 60_000

type Growing = { since: number; times: number[]; columns: number[][] }

/**
 * Collects the readings of sources, and divides those of each source where its counters started again or got other
 * columns.
 */
export class RunCollector {
  readonly #runs = new Map<number, Growing[]>()

  add(sourceId: number, time: number, since: number, values: ArrayLike<number>): void {
    const runs = this.#runs.get(sourceId) ?? []
    if (runs.length === 0) this.#runs.set(sourceId, runs)
    let run = runs.at(-1)
    if (run?.since !== since || run.columns.length !== values.length) {
      run = { since, times: [], columns: Array.from(values, () => []) }
      runs.push(run)
    }
    run.times.push(time)
    for (let at = 0; at < values.length; at++) run.columns[at]!.push(values[at]!)
  }

  sources(): Iterable<[sourceId: number, runs: readonly Run[]]> {
    return this.#runs
  }
}

/**
 * Returns the last reading of each period of this many milliseconds. Totals are read, not rates, so what remains has the same
 * increase over any time between two of them.
 */
export function lastOfEach(length: number, { since, times, columns }: Run): Run {
  const period = (at: number) => Math.floor(times[at]! / length)
  const kept: number[] = []
  for (let at = 0; at < times.length; at++)
    if (at === times.length - 1 || period(at + 1) !== period(at)) kept.push(at)
  return {
    since,
    times: kept.map((at) => times[at]!),
    columns: columns.map((values) => kept.map((at) => values[at]!)),
  }
}
