import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import { projectMay, siloMay } from '@granary/domain/roles.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { SELECTABLE_TABLES, type Operation } from './operation.ts'
import { operations } from './operations.ts'

type Listed = (typeof SELECTABLE_TABLES)[number]
const isListed = (table: Operation['table']): table is Listed =>
  (SELECTABLE_TABLES as readonly string[]).includes(table)

/** Returns the names of those given resources that the caller may read; the others appear by id only. */
export async function visibleNames(
  context: Context,
  operation: BulkOperationName,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const tables = operations[operation].map(({ table }) => table).filter(isListed)
  const names = await Promise.all(tables.map((table) => namesIn(context, table, ids)))
  return new Map(names.flatMap((some) => [...some]))
}

async function namesIn(
  context: Context,
  table: Listed,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { grants, siloId } = actorOf(context)
  const name = table as 'image'
  // These tables share the same columns, except that only images may lie in a silo without a project.
  const rows = await context.db
    .selectFrom(name)
    .leftJoin('project', 'project.id', `${name}.project_id`)
    .select([`${name}.id`, `${name}.name`, 'project.id as project', 'project.silo_id as silo'])
    .$if(name === 'image', (query) => query.select('image.silo_id as own'))
    .where(`${name}.id`, 'in', ids)
    .execute()
  const inSilo = siloMay(grants, 'list_contents', { ownSilo: true })
  const readable = rows.filter((row) =>
    row.project
      ? row.silo === siloId && projectMay(grants, row.project, 'read')
      : row.own === siloId && inSilo,
  )
  return new Map(readable.map((row) => [row.id, row.name]))
}
