import type { ReadRequest, StoredSeries } from '@granary/domain/timeseries/reader.ts'
import type { Fields } from '@granary/domain/timeseries/schema.ts'
import type { Block } from './block.ts'
import type { ColumnFields } from './sources.ts'

type Part = { since: number; times: Float64Array; values: Float64Array }
type Growing = { fields: Fields; parts: Part[]; last: number }

/** Puts the series of a query together from the blocks of their sources, which come in the order of time. */
export class SeriesBuilder {
  readonly #request: Pick<ReadRequest, 'from' | 'to' | 'matches'>
  readonly #columns: ColumnFields
  readonly #sources: ReadonlyMap<number, Fields>
  /** By source and column; null for a column that the query doesn't want. */
  readonly #series = new Map<string, Growing | null>()
  #points = 0

  constructor(
    request: Pick<ReadRequest, 'from' | 'to' | 'matches'>,
    columns: ColumnFields,
    sources: ReadonlyMap<number, Fields>,
  ) {
    this.#request = request
    this.#columns = columns
    this.#sources = sources
  }

  /** Points that have been added. */
  get points(): number {
    return this.#points
  }

  /** Adds what a block has of the wanted series. Points that are not later than the last one are left out. */
  add(sourceId: number, block: Block): void {
    const { from, to } = this.#request
    for (let column = 0; column < block.width; column++) {
      const series = this.#seriesOf(sourceId, column)
      if (!series) continue
      const start = firstFrom(block.times, Math.max(from, series.last + 1))
      const end = firstFrom(block.times, to + 1)
      if (start >= end) continue
      const times = block.times.subarray(start, end)
      series.parts.push({ since: block.since, times, values: block.column(column).subarray(start, end) })
      series.last = times.at(-1)!
      this.#points += times.length
    }
  }

  /** Returns the series that have points. */
  series(): StoredSeries[] {
    return [...this.#series.values()].flatMap((series) =>
      series && series.parts.length > 0 ? [{ fields: series.fields, points: joined(series.parts) }] : [],
    )
  }

  #seriesOf(sourceId: number, column: number): Growing | null {
    const key = `${sourceId}/${column}`
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const own = this.#columns(column)
    const fields = { ...this.#sources.get(sourceId), ...own }
    const series = own && this.#request.matches(fields) ? { fields, parts: [], last: -Infinity } : null
    this.#series.set(key, series)
    return series
  }
}

/** Returns the index of the first time that is at least `wanted`. */
function firstFrom(times: Float64Array, wanted: number): number {
  const index = times.findIndex((time) => time >= wanted)
  return index < 0 ? times.length : index
}

function joined(parts: readonly Part[]): StoredSeries['points'] {
  const length = parts.reduce((sum, { times }) => sum + times.length, 0)
  const startTimes = new Float64Array(length)
  const timestamps = new Float64Array(length)
  const values = new Float64Array(length)
  let at = 0
  for (const part of parts) {
    startTimes.fill(part.since, at, at + part.times.length)
    timestamps.set(part.times, at)
    values.set(part.values, at)
    at += part.times.length
  }
  return { startTimes, timestamps, values }
}
