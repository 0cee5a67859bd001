import { present } from '../kit/base/present.ts'
import { isUuid } from '@granary/domain/names.ts'
import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Engine } from '../database/columns.ts'
import type { Database, SiloUserRow } from '../database/schema.ts'
import { userFilter } from '../kinds/principal-filters.ts'
import { userView } from '../kinds/principal.ts'
import { hasText } from '../kit/resources/filter-sources.ts'
import { narrowed } from '../kit/resources/list-filter.ts'
import type { Context } from '../kit/context/context.ts'
import { isOneOf } from '../kit/sql/fixed-query.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'

export type UserQuery = PageQuery & {
  group?: string | undefined
  nameContains?: string | undefined
  filter?: string | undefined
}

/** Returns one page of a silo's users; a group that is not an id is ignored. */
export async function listUsers(context: Context, siloId: string, query: UserQuery) {
  const { rows, nextPage } = await takePage(
    idsOfUsers(context, siloId, query),
    query,
    { id: 'id' },
    ({ id }) => id,
  )
  const ids = rows.map(({ id }) => id)
  const users = await context.db
    .selectFrom('silo_user')
    .selectAll()
    .where(isOneOf(context.engine, 'id', ids))
    .execute()
  const byId = new Map<string, SiloUserRow>(users.map((user) => [user.id, user]))
  return { items: ids.map((id) => userView(present(byId.get(id), 'the user'))), nextPage }
}

/** Selects ids only, so that SQLite finds them in an index that has the names. */
export function idsOfUsers(context: Context, siloId: string, { group, nameContains, filter }: UserQuery) {
  const { db, engine } = context
  const all = db.selectFrom('silo_user').select('id').where('silo_id', '=', siloId)
  let users = narrowed(context, all, userFilter, filter, 'silo_user')
  if (nameContains) users = users.where(hasName(engine, nameContains))
  return group !== undefined && isUuid(group) ? inGroup(users, group, Boolean(nameContains)) : users
}

/**
 * Selects the members of a group. With a name, users are read in their order, and few of them have it; without, the members of a small
 * group are much fewer than all users.
 */
function inGroup<Row>(
  users: SelectQueryBuilder<Database, 'silo_user', Row>,
  group: string,
  isNamed: boolean,
): SelectQueryBuilder<Database, 'silo_user', Row> {
  if (!isNamed)
    return users.where('id', 'in', (inner) =>
      inner.selectFrom('silo_group_member').select('user_id').where('group_id', '=', group),
    )
  return users.where((user) =>
    user.exists(
      user
        .selectFrom('silo_group_member')
        .select('user_id')
        .whereRef('user_id', '=', 'silo_user.id')
        .where('group_id', '=', group),
    ),
  )
}

/** Whether either name contains a text. */
const hasName = (engine: Engine, value: string): Expression<boolean> =>
  sql`(${sql.join(
    ['display_name', 'external_id'].map((column) =>
      hasText(sql.ref(column), { engine, operator: '', value }),
    ),
    sql` or `,
  )})`
