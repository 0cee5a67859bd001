import { readdirSync, readFileSync } from 'node:fs'
import type { LimitName } from '@granary/domain/limits.ts'
import { expect, test } from 'vitest'
import { BOUNDS, type Bound, BYTES } from '../../../test/bounds.ts'
import { openWorld } from '../../../test/world.ts'
import type { Database } from '../../database/schema.ts'
import { expiredRows } from '../../retention/expired.ts'
import { COUNTED } from '../resources/row-limit.ts'

/** A single row. On PostgreSQL, metrics share the database: readings of resources, which expire. */
const OTHERS = ['schema_version']

const bounds = Object.entries(BOUNDS) as [keyof Database, Bound][]

test('every table has a bound', async () => {
  const world = await openWorld({ started: false })
  const tables = (await world.services.db.introspection.getTables()).map(({ name }) => name)
  await world.close()
  expect(
    tables.filter((name) => !(name in BOUNDS) && !OTHERS.includes(name) && !name.startsWith('metric_')),
  ).toEqual([])
})

test('the bound of each table holds', async () => {
  const world = await openWorld({ started: false })
  const expiring = new Set<string>(expiredRows(world.services).map(({ table }) => table))
  await world.close()
  for (const [table, bound] of bounds) {
    if (bound === 'expires') expect(expiring, table).toContain(table)
    else if (typeof bound === 'object' && 'each' in bound) expect(rootOf(table), table).not.toBe(table)
  }
})

test('the bytes of each table are charged with the change that writes them, or have a bound', () => {
  const kinds = new URL('../../kinds/', import.meta.url)
  const sources = readdirSync(kinds).filter((file) => !file.includes('.test.'))
  const text = sources.map((file) => readFileSync(new URL(file, kinds), 'utf8')).join('\n')
  const unaccounted = Object.keys(BOUNDS).filter((table) => !(table in BYTES) && !text.includes(`'${table}'`))
  // The log itself is what the budget charges.
  expect(unaccounted).toEqual(['change_log'])
})

test('the rows that a limit counts are those of the table with this limit', () => {
  const counted = Object.entries(COUNTED).map(([name, [table]]) => [table, { limit: name }])
  expect(counted).toEqual(counted.map(([table]) => [table, BOUNDS[table as keyof Database]]))
})

test('every other limit of a table is one that ends by itself, or has a check of its own', () => {
  const limited = bounds.flatMap(([, bound]) =>
    typeof bound === 'object' && 'limit' in bound ? [bound.limit] : [],
  )
  expect(limited.filter((name) => !(name in COUNTED)).toSorted()).toEqual(OWN_CHECKS.toSorted())
})

/** Limits of tables with checks of their own, which have their own tests. */
const OWN_CHECKS: LimitName[] = [
  'addresses',
  'alertReceivers',
  'deviceRequests',
  'endedBulkJobs',
  'endedFetches',
  'externalSubnets',
  'multicastGroups',
  'samlRequests',
  'sessions',
  'trustRoots',
]

/** Returns the table that bounds a table in the end. @throws RangeError for a circle. */
function rootOf(table: keyof Database): keyof Database {
  const bound = BOUNDS[table]
  return typeof bound === 'object' && 'each' in bound ? rootOf(bound.each) : table
}
