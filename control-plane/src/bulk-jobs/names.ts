import type { BulkJobItem, BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import { projectMay, siloMay } from '@granary/domain/roles.ts'
import type { z } from 'zod'
import { actorOf, type Context } from '../kit/context.ts'
import { SELECTABLE_TABLES, type Operation } from './operation.ts'
import { operations } from './operations.ts'

type Listed = (typeof SELECTABLE_TABLES)[number]
const isListed = (table: Operation['table']): table is Listed =>
  (SELECTABLE_TABLES as readonly string[]).includes(table)

/** A resource that the caller may read. */
export type Visible = {
  kind: NonNullable<z.input<typeof BulkJobItem>['resource']>['kind']
  name: string
  projectName: string | null
}

/** Returns those given resources that the caller may read, by ID. */
export async function visibleResources(
  context: Context,
  operation: BulkOperationName,
  ids: readonly string[],
): Promise<Map<string, Visible>> {
  const tables = operations[operation].map(({ table }) => table).filter(isListed)
  const found = await Promise.all(tables.map((table) => resourcesIn(context, table, ids)))
  return new Map(found.flatMap((some) => [...some]))
}

const KINDS: Record<Listed, Visible['kind']> = {
  instance: 'instance',
  disk: 'disk',
  snapshot: 'snapshot',
  image: 'image',
  affinity_group: 'affinity-group',
  anti_affinity_group: 'anti-affinity-group',
  external_ip: 'floating-ip',
}

async function resourcesIn(
  context: Context,
  table: Listed,
  ids: readonly string[],
): Promise<Map<string, Visible>> {
  const { grants, siloId } = actorOf(context)
  const name = table as 'image'
  // These tables share the same columns, except that only images may lie in a silo without a project.
  const rows = await context.db
    .selectFrom(name)
    .leftJoin('project', 'project.id', `${name}.project_id`)
    .select([`${name}.id`, `${name}.name`, 'project.id as project', 'project.silo_id as silo'])
    .select('project.name as projectName')
    .$if(name === 'image', (query) => query.select('image.silo_id as own'))
    .where(`${name}.id`, 'in', ids)
    .execute()
  const inSilo = siloMay(grants, 'list_contents', { ownSilo: true })
  const readable = rows.filter((row) =>
    row.project
      ? row.silo === siloId && projectMay(grants, row.project, 'read')
      : row.own === siloId && inSilo,
  )
  return new Map(
    readable.map((row) => [row.id, { kind: KINDS[table], name: row.name, projectName: row.projectName }]),
  )
}
