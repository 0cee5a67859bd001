import type { Kind } from '@granary/domain/kinds.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { Scope } from './authorization.ts'
import { record } from './changes.ts'
import type { Context } from './context.ts'
import { isOneOf } from './fixed-query.ts'
import { fixedInsert, fixedUpdate } from './fixed-write.ts'
import { rawWriter } from './raw-writer.ts'

/** Tables whose rows have an id. */
export type LoggedTable = {
  [Table in keyof Database]: Database[Table] extends { id: string } ? Table : never
}[keyof Database]

type Row<Table extends LoggedTable> = Selectable<Database[Table]>

export type Entry<Table extends LoggedTable> = {
  /** Name in errors and changes, kebab-case. */
  kind: Kind
  table: Table
  /** The name that users give the row, if it has one. */
  name?: (row: Row<Table>) => string | null
  /** The parent resource, unless that is a project or a silo. */
  parentId?: (row: Row<Table>) => string | null
  /** Its form in the change log: as the API shows it, without secrets. */
  view: (row: Row<Table>) => unknown
}

type Placed<Table extends LoggedTable> = { row: Row<Table>; scope: Scope }

type Update<Table extends LoggedTable> = (
  context: Context,
  placed: Placed<Table>,
  values: Updateable<Database[Table]>,
) => Promise<Row<Table>>

/** Writers for the rows of a kind. Each notes the change, which is logged with the transaction. */
export type Logged<Table extends LoggedTable> = {
  create: (context: Context, scope: Scope, row: Row<Table>) => Promise<Row<Table>>
  /** Neither writes nor notes the values that a row has, nor a modification time alone. */
  update: Update<Table>
  /** Updates a row of which something else changed as well, as in `touch`: a modification time alone is a change. */
  updateWithDependents: Update<Table>
  remove: (context: Context, placed: Placed<Table>) => Promise<void>
  /** Deletes many rows of one scope with one statement: one for each would keep the transaction open for long. */
  removeAll: (context: Context, scope: Scope, rows: readonly Row<Table>[]) => Promise<void>
  /** Notes a change of something that belongs to a row and is no resource itself, such as the members of a group. */
  touch: (context: Context, placed: Placed<Table>) => void
}

/** Declares how the rows of a table are logged, and with that how they are written. */
export function logged<Table extends LoggedTable>(entry: Entry<Table>): Logged<Table> {
  // Every table here has an id, but the compiler can't see that across all tables.
  const table = entry.table as 'project'
  const idOf = (row: Row<Table>) => (row as unknown as { id: string }).id
  const write: Update<Table> = async (context, { row, scope }, values) => {
    await fixedUpdate(context, table, idOf(row), values)
    const after = { ...row, ...values } as Row<Table>
    noteChange(context, entry, scope, row, after)
    return after
  }
  return {
    create: async (context, scope, row) => {
      await fixedInsert(context, table, [row])
      noteChange(context, entry, scope, null, row)
      return row
    },
    update: async (context, placed, values) => {
      // The row is stale if the transaction has changed it already.
      const isStale = () =>
        context.changes.some(({ kind, id }) => kind === entry.kind && id === idOf(placed.row))
      return isUnchanged(placed.row, values) && !isStale() ? placed.row : write(context, placed, values)
    },
    updateWithDependents: write,
    remove: async (context, { row, scope }) => {
      await rawWriter(context).deleteFrom(table).where('id', '=', idOf(row)).execute()
      noteChange(context, entry, scope, row, null)
    },
    removeAll: async (context, scope, rows) => {
      if (rows.length === 0) return
      const ids = rows.map(idOf)
      await rawWriter(context)
        .deleteFrom(table)
        .where(isOneOf(context.engine, 'id', ids))
        .execute()
      for (const row of rows) noteChange(context, entry, scope, row, null)
    },
    touch: (context, { row, scope }) => noteChange(context, entry, scope, row, row),
  }
}

/** Whether values are those that a row has. A value that is an expression is none of them. */
const isUnchanged = (row: object, values: object): boolean =>
  Object.entries(values).every(
    ([column, value]) =>
      column === 'time_modified' || value === undefined || row[column as keyof typeof row] === value,
  )

/** Notes that a row was created, changed or deleted. Call it only from code that has made sure of that, and writes rows itself. */
export function noteChange<Table extends LoggedTable>(
  context: Context,
  entry: Entry<Table>,
  scope: Scope,
  before: Row<Table> | null,
  after: Row<Table> | null,
): void {
  const row = (after ?? before)!
  record(context, {
    kind: entry.kind,
    action: before ? (after ? 'updated' : 'deleted') : 'created',
    id: (row as unknown as { id: string }).id,
    name: entry.name?.(row) ?? null,
    siloId: scope.siloId,
    projectId: scope.projectId,
    parentId: entry.parentId?.(row) ?? null,
    before: before && entry.view(before),
    after: after && entry.view(after),
    isCertain: true,
  })
}
