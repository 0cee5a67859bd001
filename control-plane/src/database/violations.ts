import type { Engine } from './columns.ts'

/** What the libraries of the engines put on an error; see PostgreSQL's error fields and SQLite's extended codes. */
type DatabaseError = {
  message?: string
  /** SQLSTATE on PostgreSQL. */
  code?: string
  /** `Key (project_id, name)=(…, web) already exists.` on PostgreSQL, in the language of its server. */
  detail?: string
  /** Extended result code of SQLite in Node. */
  errcode?: number
  /** Extended result code of SQLite in WebAssembly. */
  resultCode?: number
}

const SQLITE_UNIQUE = [2067, 1555]
const SQLITE_FOREIGN_KEY = 787

/** SQLSTATE of an error of PostgreSQL, or ''. */
export const sqlState = (error: unknown): string => (error as DatabaseError | null)?.code ?? ''

const resultCode = (error: unknown): number | undefined => {
  const { errcode, resultCode } = (error ?? {}) as DatabaseError
  return errcode ?? resultCode
}

/**
 * Whether an error says that a value is taken which must be unique.
 * @param column only where this column is one of those that are unique together.
 */
export function isUniqueViolation(error: unknown, engine: Engine, column?: string): boolean {
  const violated =
    engine === 'postgres' ? sqlState(error) === '23505' : SQLITE_UNIQUE.includes(resultCode(error) ?? 0)
  return violated && (column === undefined || columnsOf(error, engine).includes(column))
}

/** Whether an error says that a row refers to one that is not there, or is still referred to. */
export const isForeignKeyViolation = (error: unknown, engine: Engine): boolean =>
  engine === 'postgres' ? sqlState(error) === '23503' : resultCode(error) === SQLITE_FOREIGN_KEY

function columnsOf(error: unknown, engine: Engine): string[] {
  const { message = '', detail = '' } = error as DatabaseError
  if (engine === 'postgres') return (/\((.*?)\)=\(/.exec(detail)?.[1] ?? '').split(', ')
  // UNIQUE constraint failed: project.silo_id, project.name
  return (/UNIQUE constraint failed: (.*)$/.exec(message)?.[1] ?? '')
    .split(', ')
    .map((name) => name.replace(/^.*\./, ''))
}

const SQLITE_FULL = 13
/** PostgreSQL: `disk_full`. */
const DISK_FULL = '53100'

/** Whether an error says that no space is left to write to. */
export function isOutOfSpace(error: unknown): boolean {
  return sqlState(error) === DISK_FULL || resultCode(error) === SQLITE_FULL
}

/** PostgreSQL shuts down, starts or has lost the connection (class 08), or nothing listens at its address. */
const UNAVAILABLE = /^(57P0[123]|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/

/** Whether an error says that the database does not answer at present. */
export function isUnavailable(error: unknown): boolean {
  const { message = '' } = (error ?? {}) as DatabaseError
  return (
    UNAVAILABLE.test(sqlState(error)) ||
    /^(Connection terminated|timeout exceeded when trying to connect)/.test(message)
  )
}
