import type { CallOutput } from '@granary/contract/call.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import { sql } from 'kysely'
import { may, ownSilo } from '../kit/resources/authorization.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { visibleRows } from '../shared/projects/visible.ts'
import type { Searched } from './names.ts'
import { TABLES } from './tables.ts'

export type Result = CallOutput<'resourceSearch'>['items'][number]

export type FoundRow = {
  id: string
  name: string
  project_name: string | null
  kind: Result['kind']
  state: string | null
  ip: string | null
}

const columnOf = (column: string | null) =>
  sql<string | null>`${column ? sql.ref(`found.${column}`) : sql.lit(null)}`

/** Returns the resources of a kind with some IDs, those that the caller may see, in the order of their names. */
export async function rowsOf(context: Context, kind: Searched, ids: readonly string[]): Promise<FoundRow[]> {
  if (ids.length === 0) return []
  const { table, state, ip } =
    kind === 'project' ? ({ table: 'project', state: null, ip: null } as const) : TABLES[kind]
  const rows = await context.db
    // The other tables have the columns of a disk that are used here.
    .selectFrom(`${table} as found` as 'disk as found')
    .innerJoin('project', 'project.id', kind === 'project' ? 'found.id' : 'found.project_id')
    .where('found.id', 'in', ids)
    .select(['found.id', 'found.name', sql<string | null>`project.name`.as('project_name')])
    .select(['project.id as project_id', 'project.silo_id'])
    .select([
      sql<Result['kind']>`${sql.lit(kind)}`.as('kind'),
      columnOf(state).as('state'),
      columnOf(ip).as('ip'),
    ])
    .orderBy('found.name')
    .execute()
  return visibleRows(context, rows)
}

/** Returns the query for the images of the silo; null if the caller may not see them. */
export const siloImages = (context: Context) =>
  may(context, ownSilo(context), 'list_contents')
    ? context.db
        .selectFrom('image as found')
        .where('found.silo_id', '=', actorOf(context).siloId)
        .where('found.project_id', 'is', null)
        .orderBy('found.name')
        .select(['found.id', 'found.name', sql<string | null>`null`.as('project_name')])
        .select([
          sql<Result['kind']>`'image'`.as('kind'),
          columnOf(null).as('state'),
          columnOf(null).as('ip'),
        ])
    : null

/** Returns a row as the API shows it. */
export const resultOf = (row: FoundRow): Result => ({
  kind: row.kind,
  id: row.id,
  name: row.name,
  projectName: row.project_name,
  state: row.state as Result['state'],
  // Networks are stored as they are shown.
  address: row.ip && (row.ip.includes('/') ? row.ip : fromFixedWidth(row.ip)),
})
