import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Reader } from '../src/kit/context/reader.ts'

const NAMED = {
  instance: 'instance',
  disk: 'disk',
  snapshot: 'snapshot',
  image: 'image',
  vpc: 'vpc',
  'floating-ip': 'external_ip',
  'external-subnet': 'external_subnet',
}

/** Checks that the names for searches are those of the resources. */
export async function expectSearchNames(db: Reader): Promise<void> {
  const wanted: string[] = []
  for (const [kind, table] of Object.entries(NAMED)) {
    const rows = await db
      // All of these tables have the columns, and most names are never null.
      .selectFrom(`${table} as row` as 'image as row')
      .innerJoin('project', 'project.id', 'row.project_id')
      .where(sql<boolean>`row.name is not null`)
      .select(['project.silo_id', 'row.name', 'row.id', 'row.project_id'])
      .execute()
    wanted.push(...rows.map((row) => `${row.silo_id} ${kind} ${row.name} ${row.id} ${row.project_id}`))
  }
  const interfaces = await db
    .selectFrom('network_interface as row')
    .innerJoin('vpc', 'vpc.id', 'row.vpc_id')
    .innerJoin('project', 'project.id', 'vpc.project_id')
    .select(['project.silo_id', 'row.id', 'project.id as project_id', 'row.ipv4', 'row.ipv6'])
    .execute()
  for (const row of interfaces)
    for (const kind of ['ipv4', 'ipv6'] as const)
      if (row[kind] !== null) wanted.push(`${row.silo_id} ${kind} ${row[kind]} ${row.id} ${row.project_id}`)
  const stored = await db.selectFrom('search_name').selectAll().execute()
  const names = stored.map((row) => `${row.silo_id} ${row.kind} ${row.name} ${row.id} ${row.project_id}`)
  expect(names.toSorted(), 'search_name').toEqual(wanted.toSorted())
}
