import type { SeriesReader, StoredSeries } from '@granary/domain/timeseries/reader.ts'
import type { FieldValue } from '@granary/domain/timeseries/schema.ts'
import type { Reader } from '../kit/context/reader.ts'
import { USAGE_COUNTERS, type UsageAmount, type UsageScope, type UsageValue, usageValues } from './usage.ts'

/** ID of the fleet in the series of provisioned resources, which no resource has. */
export const FLEET_ID = '001de000-1334-4000-8000-000000000000'

/** Reads the changes of provisioned resources, of projects, silos and the fleet. */
export const usageReader = (db: Reader): SeriesReader => ({
  async read(schema, { fields, matches, from, to, maxPoints }) {
    const [, metric = ''] = schema.timeseriesName.split(':')
    const amount = USAGE_COUNTERS[metric as keyof typeof USAGE_COUNTERS]
    if (!amount) return []
    const found: StoredSeries[] = []
    let points = 0
    for (const [id, scope] of await scopesOf(db, fields.id)) {
      if (points > maxPoints) return found
      if (!matches({ id })) continue
      const values = await valuesOf(db, scope, amount, { from, to, limit: maxPoints + 1 - points })
      if (values.length > 0) found.push({ fields: { id }, points: gauge(values) })
      points += values.length
    }
    return found
  },
})

/** Returns the scopes with a value, or the one with the given id, by the id that their series have. */
async function scopesOf(db: Reader, id: FieldValue | undefined): Promise<[id: string, UsageScope][]> {
  const all: [string, UsageScope] = [FLEET_ID, { counter: 'silo', id: null }]
  if (id === FLEET_ID) return [all]
  let query = db
    .selectFrom('usage_point')
    .select(['counter', 'scope_id'])
    .distinct()
    .where('counter', 'in', ['project', 'silo'])
    .orderBy('scope_id')
  if (id !== undefined) query = query.where('scope_id', '=', String(id))
  const rows = await query.execute()
  const scopes = rows.map((row): [string, UsageScope] => [
    row.scope_id,
    { counter: row.counter, id: row.scope_id },
  ])
  return id === undefined ? [all, ...scopes] : scopes
}

/** Stored times have milliseconds and four digits of the year. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')
const storedTime = (time: number): string =>
  new Date(Math.min(latest, Math.max(earliest, Math.floor(time)))).toISOString()

const valuesOf = (
  db: Reader,
  scope: UsageScope,
  amount: UsageAmount,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<UsageValue[]> =>
  usageValues(db, scope, amount, {
    from: storedTime(from),
    to: storedTime(to + 1),
    descending: false,
    limit,
  })

const gauge = (values: readonly UsageValue[]): StoredSeries['points'] => ({
  startTimes: null,
  timestamps: Float64Array.from(values, ({ time }) => Date.parse(time)),
  columns: [Float64Array.from(values, ({ value }) => value)],
})
