import { present } from '../kit/base/present.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import { projectRoleOf } from '@granary/domain/roles.ts'
import { parseFilter } from '@granary/domain/list-filter/grammar.ts'
import { ANY } from '@granary/domain/list-filter/values.ts'
import type { Database } from '../database/schema.ts'
import { addressesOf } from '../kinds/external-ip.ts'
import { handlers } from '../kinds/handler.ts'
import { instance } from '../kinds/instance.ts'
import { siloInstanceFilter } from '../kinds/instance-sources.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import type { ListQuery } from '../kit/resources/named.ts'
import { type FilterConditions, filterConditions } from '../kit/resources/list-filter.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { MAX_COUNTED, totalFrom } from '../kit/request/list-total.ts'
import { rangeOf } from '../kit/request/pagination.ts'
import { countsByState } from './counts-by-state.ts'
import { imageCounts } from './image-counts.ts'
import { visibleProjects } from '../shared/projects/visible.ts'

type Query = ListQuery

/** Each project contributes up to a page, so a longer page costs as much more in every project. */
const MAX_LIMIT = 100

export const siloInstanceHandlers = handlers({
  siloInstanceList: async (context, { query }) => {
    const page = await viewOf(context, query)
    return { ...page, ...(query.includeTotal && (await totalOf(context, query))) }
  },

  instanceImageList: async (context, { query }) => ({
    items: await imageCounts(context, visibleProjects(context, query)),
  }),

  siloInstanceCounts: async (context) => ({ instanceStates: await countsByState(context) }),
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
  namesRepeat: true,
  fields: siloInstanceFilter.sources,
  table,
})

/**
 * Reads a page from all projects, in one statement. Only the projects with the first instances in the order of the page can be on it, as
 * many as it has rows. From each of these a page is read by an index, and of those rows the first. So each project costs a look at its
 * first instance, and not the rows of a page.
 */
async function pageOf(context: Context, query: Query) {
  const { db, engine } = context
  const conditions = filterConditions(context, siloInstanceFilter, query, {})
  let some = selected(context, db.selectFrom('instance as near').select('near.id'), conditions)
  for (const { matches } of conditions.scans) some = some.where(matches('near'))
  const near = rangeOf(query, keysOf('near')).apply(
    some.where('near.project_id', '=', sql.ref<string>('project.id')),
  )
  const firsts = projectsOf(context, query)
    .select(['project.id', 'project.name'])
    .select(near.clearLimit().limit(1).as('first_id'))
  const projects = rangeOf(query, keysOf('first')).apply(
    db
      .selectFrom(firsts.as('project'))
      .innerJoin('instance as first', 'first.id', 'project.first_id')
      .select(['project.id', 'project.name']),
  )
  const placed = db.selectFrom(projects.as('project'))
  const joined =
    engine === 'postgres'
      ? placed
          .innerJoinLateral(near.as('some'), (join) => join.onTrue())
          .innerJoin('instance', 'instance.id', 'some.id')
      : placed.innerJoin('instance', (join) => join.on('instance.id', 'in', near))
  const range = rangeOf(query, keysOf('instance'))
  const rows = await range
    .apply(
      joined
        .select(
          present(instance.listed, 'the columns of a list').map(
            (column) => `instance.${column}` as `instance.${keyof Database['instance'] & string}`,
          ),
        )
        .select('project.name as project_name'),
    )
    .execute()
  return { rows, nextPage: range.nextPage(rows, (row, by) => row[by]) }
}

type Near = SelectQueryBuilder<Database & { near: Database['instance'] }, 'near', { id: string }>

/** Returns the projects that the caller may see, or those of them that a term of the filter names. */
function projectsOf(context: Context, { filter = '' }: Query) {
  const { terms } = parseFilter(filter, siloInstanceFilter.fields)
  const term = terms?.find(
    ({ field, isNegated, values }) => field === 'project' && !isNegated && !values.includes(ANY),
  )
  return visibleProjects(context, { project: term?.values })
}

/** Adds the conditions on columns of their own. */
const selected = (context: Context, rows: Near, { columns }: FilterConditions): Near =>
  Object.entries(columns).reduce(
    (some, [column, values]) => some.where(isOneOf(context.engine, `near.${column}`, values)),
    rows,
  )

async function totalOf(context: Context, query: Query) {
  const conditions = filterConditions(context, siloInstanceFilter, query, {})
  const columns = new Set(['name', ...conditions.scans.flatMap(({ columns }) => columns)])
  const rows = context.db
    .selectFrom('instance as near')
    .select([...columns].map((column) => `near.${column}` as 'near.name'))
    .where('near.project_id', 'in', projectsOf(context, query).select('project.id'))
    .limit(MAX_COUNTED + 1)
  const scans = conditions.scans.map(({ matches }) => matches('some'))
  const matches = scans.length > 0 ? sql`case when ${sql.join(scans, sql` and `)} then 1 end` : sql`1`
  const row = await context.db
    .selectFrom(selected(context, rows as unknown as Near, conditions).as('some'))
    .select([
      sql<number | string>`count(${matches})`.as('matching'),
      sql<number | string>`count(*)`.as('read'),
    ])
    .executeTakeFirstOrThrow()
  return totalFrom(row, scans.length > 0)
}
