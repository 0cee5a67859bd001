import type { Database } from '../database/schema.ts'
import type { Context } from './context.ts'
import { type PageQuery, takePage } from './pagination.ts'
import type { NamedTable, Resource } from './resource.ts'

/** One page of the resources that lie in a parent, as the API shows them. */
export async function listNamed<Table extends NamedTable, View>(
  context: Context,
  resource: Resource<Table, View>,
  where: Record<string, string | number | readonly string[] | null>,
  page: PageQuery & { nameContains?: string | undefined },
): Promise<{ items: View[]; nextPage: string | null }> {
  // All named tables have the columns of this one; the caller knows the others.
  let query = context.db.selectFrom(resource.table as 'project').selectAll()
  for (const [column, value] of Object.entries(where))
    query =
      value === null
        ? query.where(column as 'name', 'is', null)
        : typeof value === 'object'
          ? query.where(column as 'name', 'in', value)
          : query.where(column as 'name', '=', value as string)
  const { nameContains } = page
  // No name has one of the characters that mean something in a pattern, so a text with them is in none.
  if (nameContains && /[\\%_]/.test(nameContains)) return { items: [], nextPage: null }
  if (nameContains) query = query.where('name', 'like', `%${nameContains.toLowerCase()}%`)
  const { rows, nextPage } = await takePage(query, page, { name: 'name', id: 'id' }, (row, by) => row[by])
  return { items: rows.map((row) => resource.view(row as unknown as Database[Table])), nextPage }
}

/** The name and description that an update gives, without those that it leaves as they are. */
export const identityChanges = (body: {
  name?: string | null | undefined
  description?: string | null | undefined
}) => ({
  ...(body.name == null ? {} : { name: body.name }),
  ...(body.description == null ? {} : { description: body.description }),
})
