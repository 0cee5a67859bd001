import { present } from '../base/present.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { Selectable, Updateable } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Scope } from './authorization.ts'
import { record } from './changes.ts'
import type { Context } from '../context/context.ts'
import { isOneOf } from '../sql/fixed-query.ts'
import { fixedInsert, fixedUpdate } from '../sql/fixed-write.ts'
import { rawWriter } from '../../database/session.ts'

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
  /** The column of the parent's id, unless that is a project or a silo. */
  parentColumn?: string | undefined
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
export const logged = <Table extends LoggedTable>(entry: Entry<Table>): Logged<Table> =>
  writersOf(entry as unknown as Entry<'project'>) as never

/** Every table here has an id, as projects have, but the compiler can't see that across all tables. */
function writersOf(entry: Entry<'project'>): Logged<'project'> {
  const { kind, table } = entry
  const write: Update<'project'> = async (context, { row, scope }, values) => {
    await fixedUpdate(context, table, row.id, values)
    const after = { ...row, ...values }
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
        context.changes.some((change) => change.kind === kind && change.id === placed.row.id)
      return isUnchanged(placed.row, values) && !isStale() ? placed.row : write(context, placed, values)
    },
    updateWithDependents: write,
    remove: async (context, { row, scope }) => {
      await rawWriter(context).deleteFrom(table).where('id', '=', row.id).execute()
      noteChange(context, entry, scope, row, null)
    },
    removeAll: async (context, scope, rows) => {
      if (rows.length === 0) return
      const ids = rows.map(({ id }) => id)
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
      column === 'time_modified' || value === undefined || Reflect.get(row, column) === value,
  )

/** Notes that a row was created, changed or deleted. Call it only from code that has made sure of that, and writes rows itself. */
export function noteChange<Table extends LoggedTable>(
  context: Context,
  entry: Entry<Table>,
  scope: Scope,
  before: Row<Table> | null,
  after: Row<Table> | null,
): void {
  const row = present(after ?? before, 'the row')
  const parentId: unknown = entry.parentColumn && Reflect.get(row, entry.parentColumn)
  record(context, {
    kind: entry.kind,
    action: before ? (after ? 'updated' : 'deleted') : 'created',
    id: String(Reflect.get(row, 'id')),
    name: entry.name?.(row) ?? null,
    siloId: scope.siloId,
    projectId: scope.projectId,
    parentId: typeof parentId === 'string' ? parentId : null,
    before: before && entry.view(before),
    after: after && entry.view(after),
    isCertain: true,
  })
}
