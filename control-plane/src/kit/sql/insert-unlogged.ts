import type { Selectable } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../context/context.ts'
import { fixedInsert } from './fixed-write.ts'
import type { Unlogged } from './unlogged.ts'

/** Inserts a whole row, which its transaction doesn't read again, into an unlogged table that many requests write. */
export const insertUnlogged = <Table extends Unlogged>(
  context: Pick<Context, 'db' | 'engine'>,
  table: Table,
  row: Selectable<Database[Table]>,
): Promise<void> => fixedInsert(context, table, [row], 'deferred')

/** Inserts whole rows into an unlogged table. */
export const insertAllUnlogged = <Table extends Unlogged>(
  context: Pick<Context, 'db' | 'engine'>,
  table: Table,
  rows: readonly Selectable<Database[Table]>[],
): Promise<void> => fixedInsert(context, table, rows)
