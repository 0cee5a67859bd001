import { storedJson } from '../kit/base/stored-json.ts'
import type { ReadRequest, SeriesReader, StoredSeries } from '@granary/domain/timeseries/reader.ts'
import type { Fields, FieldValue } from '@granary/domain/timeseries/schema.ts'
import type { Kysely } from 'kysely'
import type { MetricTables, Tier } from '../database/metric-tables.ts'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { type Block, openBlock, type Run } from './block.ts'
import { roundsOf } from './compact.ts'
import { BY_HOUR, BY_MINUTE, RAW, SPANS } from './tiers.ts'
import { eachReading, shardOf } from './rounds.ts'
import { lastOfEach, MINUTE_MS, RunCollector } from './runs.ts'
import { SeriesBuilder } from './series-builder.ts'
import { LATENCIES, type MeasuredTarget, NAMING_FIELDS, storedSeries } from './sources.ts'

type Db = Kysely<MetricTables>
type Source = { id: number; fields: Fields }
/** Part of the time range of a query, both ends included. */
type Range = { from: number; to: number }

/** Sources that are read together. */
const BATCH = 16

/** Blocks that are read and unpacked before other work gets its turn. */
const BLOCKS_PER_TURN = 32

/** Points that are unpacked before other work gets its turn: the blocks of large machines have many. */
const POINTS_PER_TURN = 50_000

/**
 * Reads the counters of machines. Readings are one a minute where they are old, and for a query that doesn't need more. Old
 * latencies are one an hour.
 */
export const counterReader = (db: Db): SeriesReader => ({
  async read(schema, asked) {
    const [target = '', metric = ''] = schema.timeseriesName.split(':')
    const stored = storedSeries(target, metric)
    if (!stored) return []
    const isLatency = stored.target === LATENCIES
    // Latencies are not in the last reading of each minute.
    const request = isLatency ? { ...asked, spacing: 0 } : asked
    const byMinute = request.spacing >= MINUTE_MS
    const oldTier = isLatency ? BY_HOUR : BY_MINUTE
    // Before it, readings are in blocks of the coarser tier.
    const firstRaw = byMinute ? Infinity : await oldestRaw(db)
    const sources = await findSources(db, stored.target, request.fields)
    const found: StoredSeries[] = []
    let points = 0
    for (let at = 0; at < sources.length && points <= request.maxPoints; at += BATCH) {
      const some = sources.slice(at, at + BATCH)
      const common = {
        db,
        sources: some,
        maxPoints: request.maxPoints - points,
        countRows: request.countRows,
      }
      const fields = new Map(some.map((source) => [source.id, source.fields]))
      const builder = new SeriesBuilder(request, stored.series, fields)
      // Rounds are read first: a reading that is packed in between is found twice instead of never.
      const rounds = await readRounds(db, some, request)
      const old = { from: request.from, to: Math.min(request.to, firstRaw - 1) }
      await addBlocks(builder, { ...common, tier: oldTier, range: old })
      const young = { from: Math.max(request.from, firstRaw), to: request.to }
      await addBlocks(builder, { ...common, tier: RAW, range: young })
      for (const [id, runs] of rounds.sources())
        for (const run of runs) builder.add(id, asBlock(byMinute ? lastOfEach(MINUTE_MS, run) : run))
      points += builder.points
      found.push(...builder.series())
      await eventLoopTurn()
    }
    return found
  },
})

/** Returns the start of the oldest block with all readings. */
async function oldestRaw(db: Db): Promise<number> {
  const row = await db
    .selectFrom('metric_block')
    .select(({ fn }) => fn.min('start').as('start'))
    .where('tier', '=', RAW)
    .executeTakeFirst()
  return row?.start == null ? Infinity : Number(row.start)
}

async function findSources(db: Db, target: MeasuredTarget, fields: Fields): Promise<Source[]> {
  const naming = NAMING_FIELDS[target]
  const indexed: [
    column: 'silo_id' | 'project_id' | 'instance_id' | 'resource_id',
    FieldValue | undefined,
  ][] = [
    ['silo_id', fields.silo_id],
    ['project_id', fields.project_id],
    ['instance_id', fields[naming.instance]],
    ['resource_id', fields[naming.resource]],
  ]
  let query = db.selectFrom('metric_source').select(['id', 'fields']).where('target', '=', target)
  for (const [column, value] of indexed)
    if (value !== undefined) query = query.where(column, '=', String(value))
  const rows = await query.orderBy('id').execute()
  return rows.map((row) => ({ id: row.id, fields: storedJson<Fields>(row.fields) }))
}

type BlocksRequest = {
  db: Db
  tier: Tier
  /** In the order of their IDs. */
  sources: readonly Source[]
  range: Range
  maxPoints: number
  countRows: ReadRequest['countRows']
}

/** Adds the blocks of a time range, until the builder has more points than allowed. */
async function addBlocks(builder: SeriesBuilder, request: BlocksRequest): Promise<void> {
  if (request.range.from > request.range.to) return
  let after: BlockRow | undefined
  let added = builder.points
  do {
    const rows = await readBlocks(request, after)
    request.countRows(rows.length)
    for (const { source_id, data } of rows) {
      builder.add(source_id, await openBlock(data), request.range.to)
      if (builder.points > request.maxPoints) return
      if (builder.points < added + POINTS_PER_TURN) continue
      added = builder.points
      await eventLoopTurn()
    }
    after = rows.length < BLOCKS_PER_TURN ? undefined : rows.at(-1)
    await eventLoopTurn()
  } while (after)
}

type BlockRow = { source_id: number; start: number; data: Uint8Array }

/** Reads the blocks after another one, by source and time. */
async function readBlocks(
  { db, tier, sources, range: { from, to } }: BlocksRequest,
  after?: BlockRow,
): Promise<BlockRow[]> {
  const ids = sources.map(({ id }) => id).filter((id) => id >= (after?.source_id ?? id))
  let query = db
    .selectFrom('metric_block')
    .select(['source_id', 'start', 'data'])
    .where('tier', '=', tier)
    .where('source_id', 'in', ids)
    .where('start', '>', from - SPANS[tier])
    .where('start', '<=', to)
  if (after)
    query = query.where((eb) => eb.or([eb('source_id', '>', after.source_id), eb('start', '>', after.start)]))
  return query.orderBy('source_id').orderBy('start').limit(BLOCKS_PER_TURN).execute()
}

/** Reads the rounds that are in no block yet: all of them, or the last of each minute if the query needs no more. */
async function readRounds(
  db: Db,
  sources: readonly Source[],
  { from, to, spacing, countRows }: Pick<ReadRequest, 'from' | 'to' | 'spacing' | 'countRows'>,
): Promise<RunCollector> {
  const wanted = new Set(sources.map(({ id }) => id))
  const shards = [...new Set(sources.map(({ id }) => shardOf(id)))]
  const collected = new RunCollector()
  const rounds = await roundsOf(db, from, to).select('time').orderBy('time').execute()
  const times = rounds.map(({ time }) => time)
  const needed =
    spacing < MINUTE_MS
      ? times
      : [...new Map(times.map((time) => [Math.floor(time / MINUTE_MS), time])).values()]
  if (needed.length === 0) return collected
  const rows = await db
    .selectFrom('metric_reading')
    .select(['time', 'data'])
    .where('time', 'in', needed)
    .where('shard', 'in', shards)
    .orderBy('time')
    .execute()
  countRows(rows.length)
  for (const { time, data } of rows)
    eachReading(data, (sourceId, since, values) => {
      if (wanted.has(sourceId)) collected.add(sourceId, time, since, values)
    })
  return collected
}

const asBlock = ({ since, times, columns }: Run): Block => ({
  since,
  times: Float64Array.from(times),
  width: columns.length,
  column: (index) => Float64Array.from(columns[index]!),
})
