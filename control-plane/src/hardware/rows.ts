import type { Kind } from '@granary/domain/kinds.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { Database, HardwareTables } from '../database/schema.ts'
import type { Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'
import { rowOf } from '../kit/sql/any-table.ts'

/** Returns a page of rows in their API form, by ID. */
export async function listRows<Table extends keyof Database, Row extends { id: string }, View>(
  rows: SelectQueryBuilder<Database, Table, Row>,
  query: PageQuery,
  view: (row: Row) => View,
): Promise<{ items: View[]; nextPage: string | null }> {
  const page = await takePage(rows, query, { id: 'id' }, (row) => row.id)
  return { items: page.rows.map(view), nextPage: page.nextPage }
}

/** @throws ApiError 404. */
export async function findRow<Table extends keyof HardwareTables>(
  { db }: Pick<Context, 'db'>,
  table: Table,
  kind: Kind,
  id: string,
): Promise<Database[Table]> {
  const row = await rowOf(db, table, { id })
  if (!row) throw notFound(kind, { id })
  return row
}
