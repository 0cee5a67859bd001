import type { Kysely } from 'kysely'
import type { Database } from '../../database/schema.ts'
import { rawWriter } from '../../database/session.ts'
import type { Reader } from '../context/reader.ts'

/** The columns that every one of some tables has. */
type Shared<Table extends keyof Database> = Pick<Database[Table], keyof Database[Table]>
type WithShared<Table extends keyof Database> = Omit<Database, Table> & Record<Table, Shared<Table>>

/**
 * Returns a reader for which some tables have only the columns that all of them have. A query of "this table or that one" compiles with
 * it, whichever table is meant, and one of a column that only some have does not.
 */
export const anyTable = <Table extends keyof Database>(
  db: Reader,
  _table: Table,
): Pick<Kysely<WithShared<Table>>, 'selectFrom'> => db as unknown as Kysely<WithShared<Table>>

/** Tables and columns whose names come from the code as texts. Nothing is known of their values. */
export type Untyped = Record<string, Record<string, unknown>>

/** Returns a reader of tables and columns whose names only the run knows. The caller checks or states what it reads. */
export const untypedReader = (db: Reader): Pick<Kysely<Untyped>, 'selectFrom'> => untypedWriter({ db })

/** The same for writes. */
export const untypedWriter = (context: { db: Reader }): Kysely<Untyped> =>
  rawWriter(context) as unknown as Kysely<Untyped>

/** Returns the row of a table whose ID, or whose unique name, is this one. */
export async function rowOf<Table extends keyof Database>(
  db: Reader,
  table: Table,
  by: { id: string } | { name: string },
): Promise<Database[Table] | undefined> {
  const [column, value] = 'id' in by ? ['id', by.id] : ['name', by.name]
  const name: string = table
  const row = await untypedReader(db)
    .selectFrom(name)
    .selectAll()
    .where(column, '=', value)
    .executeTakeFirst()
  return row as Database[Table] | undefined
}
