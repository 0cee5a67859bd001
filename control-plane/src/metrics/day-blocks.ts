import type { Kysely } from 'kysely'
import type { MetricTables } from '../database/metric-tables.ts'
import { openBlock, packBlock, type Run } from './block.ts'
import { lastOfEach } from './runs.ts'
import { BLOCK_MS, BY_HOUR, dayOf } from './tiers.ts'

type BlockRow = MetricTables['metric_block']

/** The blocks of one day of some sources, to which an hour is added: the last reading of it, or of each run in it. */
export class DayBlocks {
  readonly #sources: ReadonlySet<number>
  readonly #hour: number
  /** The latest block of each source. */
  readonly #latest: ReadonlyMap<number, BlockRow>
  readonly #changed: BlockRow[] = []

  private constructor(sources: ReadonlySet<number>, hour: number, latest: ReadonlyMap<number, BlockRow>) {
    this.#sources = sources
    this.#hour = hour
    this.#latest = latest
  }

  /** Reads the latest blocks of the day before an hour. */
  static async open(
    db: Kysely<MetricTables>,
    sources: ReadonlySet<number>,
    hour: number,
  ): Promise<DayBlocks> {
    if (sources.size === 0) return new DayBlocks(sources, hour, new Map())
    const rows = await db
      .selectFrom('metric_block')
      .selectAll()
      .where('tier', '=', BY_HOUR)
      .where('source_id', 'in', [...sources])
      .where('start', '>=', dayOf(hour))
      .orderBy('start')
      .execute()
    return new DayBlocks(sources, hour, new Map(rows.map((row) => [row.source_id, row])))
  }

  /** Whether a source is kept by the hour. */
  has(sourceId: number): boolean {
    return this.#sources.has(sourceId)
  }

  /** Adds the runs of the hour. Sources that are not kept by the hour are ignored. */
  async add(sourceId: number, runs: readonly Run[]): Promise<void> {
    if (!this.has(sourceId)) return
    // Totals are rounded once, when the day is over, because the step depends on the whole day.
    const precision = dayOf(this.#hour + BLOCK_MS) > this.#hour ? 'rounded' : 'exact'
    const before = this.#latest.get(sourceId)
    for (const [at, run] of runs.entries()) {
      const added = lastOfEach(BLOCK_MS, run)
      const all = (at === 0 && before && (await continued(before, added))) || added
      const data = await packBlock(all, precision)
      this.#changed.push({ tier: BY_HOUR, source_id: sourceId, start: all.times[0]!, data })
    }
  }

  /** Writes the changed blocks. */
  async save(db: Pick<Kysely<MetricTables>, 'insertInto'>): Promise<void> {
    for (const row of this.#changed)
      await db
        .insertInto('metric_block')
        .values(row)
        .onConflict((conflict) =>
          conflict.columns(['tier', 'source_id', 'start']).doUpdateSet({ data: row.data }),
        )
        .execute()
  }
}

/** Returns the run of a block with the next readings, or null if its counters have started again since. */
async function continued({ data }: BlockRow, next: Run): Promise<Run | null> {
  const { since, times, width, column } = await openBlock(data)
  if (since !== next.since || width !== next.columns.length) return null
  const columns = next.columns.map((values, at) => [...column(at), ...Array.from(values)])
  return { since, times: [...times, ...Array.from(next.times)], columns }
}
