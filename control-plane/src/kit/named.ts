import type { Database } from '../database/schema.ts'
import type { Context } from './context.ts'
import { type PageQuery, takePage } from './pagination.ts'
import type { NamedTable, Resource } from './resource.ts'

/** Returns one page of the resources in a parent, in their API form. */
export async function listNamed<Table extends NamedTable, View>(
  context: Context,
  resource: Resource<Table, View>,
  where: Record<string, string | number | readonly string[] | null>,
  page: PageQuery & { nameContains?: string | undefined },
): Promise<{ items: View[]; nextPage: string | null }> {
  // All named tables share this table's columns; the caller knows the rest.
  let query = context.db.selectFrom(resource.table as 'project').selectAll()
  for (const [column, value] of Object.entries(where))
    query =
      value === null
        ? query.where(column as 'name', 'is', null)
        : typeof value === 'object'
          ? query.where(column as 'name', 'in', value)
          : query.where(column as 'name', '=', value as string)
  const { nameContains } = page
  // A name never contains a wildcard character, so a filter with one matches nothing.
  if (nameContains && /[\\%_]/.test(nameContains)) return { items: [], nextPage: null }
  if (nameContains) query = query.where('name', 'like', `%${nameContains.toLowerCase()}%`)
  const { rows, nextPage } = await takePage(query, page, { name: 'name', id: 'id' }, (row, by) => row[by])
  return { items: rows.map((row) => resource.view(row as unknown as Database[Table])), nextPage }
}

/** Returns the name and description of an update, without the fields that stay unchanged. */
export const identityChanges = (body: {
  name?: string | null | undefined
  description?: string | null | undefined
}) => ({
  ...(body.name == null ? {} : { name: body.name }),
  ...(body.description == null ? {} : { description: body.description }),
})
