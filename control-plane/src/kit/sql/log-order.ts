import { present } from '../base/present.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Services } from '../context/services.ts'

/** A position in a log. Transactions sort first, because an earlier one may commit later. SQLite has no transaction ids. */
export type Position = { transaction: number; seq: number }

/** The position before every entry. */
export const START: Position = { transaction: 0, seq: 0 }

/** Returns the position of an entry that has one. */
export const positionOf = (row: { transaction_id: number | null; seq: number | null }): Position => ({
  transaction: present(row.transaction_id, 'the transaction of an entry'),
  seq: present(row.seq, 'the number of an entry'),
})

/** The form of a position in cursors and page tokens. JavaScript represents any number of 15 digits exactly. */
export const POSITION = String.raw`\d{1,15}-\d{1,15}`

export const formatPosition = ({ transaction, seq }: Position): string => `${transaction}-${seq}`

/** @param text in the form of `POSITION`. */
export function parsePosition(text: string): Position {
  const [transaction = 0, seq = 0] = text.split('-').map(Number)
  return { transaction, seq }
}

/** Whether a position comes after another one. */
export const isAfter = (one: Position, other: Position): boolean =>
  one.transaction === other.transaction ? one.seq > other.seq : one.transaction > other.transaction

/**
 * Returns the condition that no entry can appear before this one any more. On PostgreSQL, entries of a transaction may become visible
 * after later ones, so only transactions older than every running one are settled.
 */
export const settled = ({ engine }: Pick<Services, 'engine'>): RawBuilder<boolean> =>
  engine === 'postgres' ? sql`transaction_id < (select log_horizon())` : sql`1 = 1`

/** Returns the condition that an entry comes after a position, in the form that lets each engine begin to read its index there. */
export const after = ({ engine }: Pick<Services, 'engine'>, { transaction, seq }: Position) =>
  engine === 'postgres'
    ? sql<boolean>`(transaction_id, seq) > (${transaction}, ${seq})`
    : sql<boolean>`transaction_id = 0 and seq > ${seq}`
