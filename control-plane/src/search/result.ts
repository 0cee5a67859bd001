import type { CallOutput } from '@granary/contract/call.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import { sql } from 'kysely'
import { may, ownSilo } from '../kit/authorization.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { isVisible } from '../shared/projects/visible.ts'

export type Result = CallOutput<'resourceSearch'>['items'][number]

export type FoundRow = {
  id: string
  name: string
  project_name: string | null
  kind: Result['kind']
  state: string | null
  ip: string | null
}

/** Where the kinds of a project lie. Each table has an index by project and name. */
const TABLES = {
  instance: { table: 'instance', state: 'run_state', ip: null },
  disk: { table: 'disk', state: 'state', ip: null },
  snapshot: { table: 'snapshot', state: 'state', ip: null },
  image: { table: 'image', state: null, ip: null },
  'floating-ip': { table: 'external_ip', state: null, ip: 'ip' },
  'external-subnet': { table: 'external_subnet', state: null, ip: 'subnet' },
  vpc: { table: 'vpc', state: null, ip: null },
} as const
type KindInProject = keyof typeof TABLES

const columnOf = (column: string | null) =>
  sql<string | null>`${column ? sql.ref(`found.${column}`) : sql.lit(null)}`

/** Returns the query for the resources of a kind in the projects that the caller may see. */
export const ofKind = (context: Context, kind: KindInProject) => {
  const { table, state, ip } = TABLES[kind]
  return (
    context.db
      .selectFrom('project')
      // The other tables have the columns of a disk that are used here.
      .innerJoin(`${table} as found` as 'disk as found', 'found.project_id', 'project.id')
      .where(isVisible(context))
      .select(['found.id', 'found.name', sql<string | null>`project.name`.as('project_name')])
      .select([
        sql<Result['kind']>`${sql.lit(kind)}`.as('kind'),
        columnOf(state).as('state'),
        columnOf(ip).as('ip'),
      ])
  )
}

export const inVisibleProjects = (context: Context) =>
  (Object.keys(TABLES) as KindInProject[]).map((kind) => ofKind(context, kind))

/** Returns the queries for the projects, and for the images of the silo, that the caller may see. */
export const inSilo = (context: Context) => {
  const none = [columnOf(null).as('state'), columnOf(null).as('ip')]
  const projects = context.db
    .selectFrom('project')
    .innerJoin('project as found', 'found.id', 'project.id')
    .where(isVisible(context))
    .select(['found.id', 'found.name', sql<string | null>`found.name`.as('project_name')])
    .select([sql<Result['kind']>`'project'`.as('kind'), ...none])
  if (!may(context, ownSilo(context), 'list_contents')) return [projects]
  const images = context.db
    .selectFrom('silo')
    .innerJoin('image as found', 'found.silo_id', 'silo.id')
    .where('silo.id', '=', actorOf(context).siloId)
    .where('found.project_id', 'is', null)
    .select(['found.id', 'found.name', sql<string | null>`null`.as('project_name')])
    .select([sql<Result['kind']>`'image'`.as('kind'), ...none])
  return [projects, images as unknown as typeof projects]
}

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
