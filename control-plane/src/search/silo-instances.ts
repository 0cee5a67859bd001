import { type SelectQueryBuilder, sql } from 'kysely'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import { projectRoleOf } from '@granary/domain/roles.ts'
import type { Database } from '../database/schema.ts'
import { addressesOf } from '../kinds/external-ip.ts'
import { bootsFrom, type BootImageQuery } from '../kinds/boot-image.ts'
import { handlers } from '../kinds/handler.ts'
import { instance } from '../kinds/instance.ts'
import { actorOf, type Context } from '../kit/context.ts'
import { MAX_COUNTED, totalFrom } from '../kit/list-total.ts'
import { type PageQuery, rangeOf } from '../kit/pagination.ts'
import { countsByState } from './counts-by-state.ts'
import { imageCounts } from './image-counts.ts'
import { visibleProjects } from '../shared/projects/visible.ts'

type Query = PageQuery & {
  nameContains?: string | undefined
  includeTotal?: boolean | undefined
  project?: string[] | undefined
  runState?: InstanceState[] | undefined
} & BootImageQuery

/** Each project contributes up to a page, so a longer page costs as much more in every project. */
const MAX_LIMIT = 100

export const siloInstanceHandlers = handlers({
  siloInstanceList: {
    // Each of the two looks into every project that the caller may see.
    portions: async ({ query }, read) => {
      // A name never contains a wildcard character, so a filter with one matches nothing.
      if (/[\\%_]/.test(query.nameContains ?? ''))
        return {
          items: [],
          nextPage: null,
          ...(query.includeTotal && { total: { count: 0, isCapped: false } }),
        }
      const page = await read((context) => viewOf(context, query))
      return { ...page, ...(query.includeTotal && (await read((context) => totalOf(context, query)))) }
    },
  },

  instanceImageList: async (context, { query }) => ({
    items: await imageCounts(context, visibleProjects(context, query)),
  }),

  siloInstanceCounts: { portions: async (_, read) => ({ instanceStates: await countsByState(read) }) },
})

async function viewOf(context: Context, query: Query) {
  const { rows, nextPage } = await pageOf(context, {
    ...query,
    limit: Math.min(query.limit ?? MAX_LIMIT, MAX_LIMIT),
  })
  const addresses = await addressesOf(context, rows)
  const items = rows.map((row) => ({
    ...instance.view(row),
    externalIps: addresses.get(row.id) ?? [],
    projectName: row.project_name,
    myRole: projectRoleOf(actorOf(context).grants, row.project_id)!,
  }))
  return { items, nextPage }
}

const keysOf = (table: string) => ({
  name: `${table}.name`,
  id: `${table}.id`,
  created: `${table}.time_created`,
  namesRepeat: true,
})

/**
 * Reads a page from all projects: at most a page of each, in the order of an index, and then the first of those. The
 * cost grows with the number of projects, not of instances.
 */
async function pageOf(context: Context, query: Query) {
  const { db, engine } = context
  const near = rangeOf(query, keysOf('near')).apply(
    filtered(db.selectFrom('instance as near').select('near.id') as Near, query).where(
      'near.project_id',
      '=',
      sql.ref<string>('project.id'),
    ),
  )
  const projects = visibleProjects(context, query)
  const joined =
    engine === 'postgres'
      ? projects
          .innerJoinLateral(near.as('some'), (join) => join.onTrue())
          .innerJoin('instance', 'instance.id', 'some.id')
      : projects.innerJoin('instance', (join) => join.on('instance.id', 'in', near))
  const range = rangeOf(query, keysOf('instance'))
  const rows = await range
    .apply(
      joined
        .select(instance.listed!.map((column) => `instance.${column}` as const))
        .select('project.name as project_name'),
    )
    .execute()
  return { rows, nextPage: range.nextPage(rows, (row, by) => row[by]) }
}

type Near = SelectQueryBuilder<Database & { near: Database['instance'] }, 'near', { id: string }>

function filtered(query: Near, { nameContains, runState, ...others }: Query): Near {
  const inState = runState?.length ? query.where('near.run_state', 'in', runState) : query
  const image = bootsFrom(others)
  const fromImage = image ? inState.where(sql<boolean>`${image.matches}`) : inState
  return nameContains ? fromImage.where('near.name', 'like', `%${nameContains.toLowerCase()}%`) : fromImage
}

async function totalOf(context: Context, query: Query) {
  const { nameContains, image, os, ...others } = query
  const projects = visibleProjects(context, query).select('project.id')
  const columns = ['near.name', 'near.boot_disk_id'] as const
  const some = filtered(context.db.selectFrom('instance as near').select(columns) as unknown as Near, others)
    .where('near.project_id', 'in', projects)
    .limit(MAX_COUNTED + 1)
  const scans = [
    ...(nameContains ? [sql`name like ${`%${nameContains.toLowerCase()}%`}`] : []),
    ...(image?.length || os?.length ? [bootsFrom({ image, os })!.matches] : []),
  ]
  const matches = scans.length > 0 ? sql`case when ${sql.join(scans, sql` and `)} then 1 end` : sql`1`
  const row = await context.db
    .selectFrom(some.as('some'))
    .select([
      sql<number | string>`count(${matches})`.as('matching'),
      sql<number | string>`count(*)`.as('read'),
    ])
    .executeTakeFirstOrThrow()
  return totalFrom(row, scans.length > 0)
}
