import type { ReadRequest, StoredSeries } from '@granary/domain/timeseries/reader.ts'
import type { Fields } from '@granary/domain/timeseries/schema.ts'
import type { Block } from './block.ts'
import type { SeriesColumns, SeriesIn } from './sources.ts'

type Part = { since: number; times: Float64Array; columns: Float64Array[] }
type Growing = { fields: Fields; parts: Part[]; last: number }

/** Puts the series of a query together from the blocks of their sources, which come in the order of time. */
export class SeriesBuilder {
  readonly #request: Pick<ReadRequest, 'from' | 'to' | 'matches'>
  readonly #seriesIn: SeriesIn
  readonly #sources: ReadonlyMap<number, Fields>
  /** By source and first column; null for a series that the query doesn't want. */
  readonly #series = new Map<string, Growing | null>()
  #points = 0

  constructor(
    request: Pick<ReadRequest, 'from' | 'to' | 'matches'>,
    seriesIn: SeriesIn,
    sources: ReadonlyMap<number, Fields>,
  ) {
    this.#request = request
    this.#seriesIn = seriesIn
    this.#sources = sources
  }

  /** Points that have been added. */
  get points(): number {
    return this.#points
  }

  /**
   * Adds what a block has of the wanted series, up to a time. Points that are not later than the last one are left out.
   */
  add(sourceId: number, block: Block, to = this.#request.to): void {
    const { from } = this.#request
    for (const wanted of this.#seriesIn(block.width)) {
      const series = this.#seriesOf(sourceId, wanted)
      if (!series || wanted.first + wanted.count > block.width) continue
      const start = firstFrom(block.times, Math.max(from, series.last + 1))
      const end = firstFrom(block.times, to + 1)
      if (start >= end) continue
      const times = block.times.subarray(start, end)
      const columns = Array.from({ length: wanted.count }, (_, at) =>
        block.column(wanted.first + at).subarray(start, end),
      )
      series.parts.push({ since: block.since, times, columns })
      series.last = times.at(-1)!
      this.#points += times.length * wanted.count
    }
  }

  /** Returns the series that have points. */
  series(): StoredSeries[] {
    return [...this.#series.values()].flatMap((series) =>
      series && series.parts.length > 0 ? [{ fields: series.fields, points: joined(series.parts) }] : [],
    )
  }

  #seriesOf(sourceId: number, { fields: own, first }: SeriesColumns): Growing | null {
    const key = `${sourceId}/${first}`
    const known = this.#series.get(key)
    if (known !== undefined) return known
    const fields = { ...this.#sources.get(sourceId), ...own }
    const series = this.#request.matches(fields) ? { fields, parts: [], last: -Infinity } : null
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
  const columns = parts[0]!.columns.map(() => new Float64Array(length))
  let at = 0
  for (const part of parts) {
    startTimes.fill(part.since, at, at + part.times.length)
    timestamps.set(part.times, at)
    part.columns.forEach((values, column) => columns[column]!.set(values, at))
    at += part.times.length
  }
  return { startTimes, timestamps, columns }
}
