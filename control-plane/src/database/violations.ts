import type { Engine } from './columns.ts'
import { SemaphoreTimeout } from './semaphore.ts'

/** Error fields of the engines' libraries; see PostgreSQL's error fields and SQLite's extended codes. */
type DatabaseError = {
  message?: string
  /** SQLSTATE on PostgreSQL. */
  code?: string
  /** `Key (project_id, name)=(…, web) already exists.` on PostgreSQL, in the server's language. */
  detail?: string
  /** Extended result code of SQLite in Node. */
  errcode?: number
  /** Extended result code of SQLite in WebAssembly. */
  resultCode?: number
}

const fieldsOf = (error: unknown): DatabaseError => error ?? {}

const SQLITE_UNIQUE = [2067, 1555]
const SQLITE_FOREIGN_KEY = 787

/** Returns the SQLSTATE of a PostgreSQL error, or ''. */
export const sqlState = (error: unknown): string => fieldsOf(error).code ?? ''

const resultCode = (error: unknown): number | undefined => {
  const { errcode, resultCode } = fieldsOf(error)
  return errcode ?? resultCode
}

/**
 * Whether an error is a unique violation.
 * @param column restricts the check to violations that involve this column.
 */
export function isUniqueViolation(error: unknown, engine: Engine, column?: string): boolean {
  const violated =
    engine === 'postgres' ? sqlState(error) === '23505' : SQLITE_UNIQUE.includes(resultCode(error) ?? 0)
  return violated && (column === undefined || columnsOf(error, engine).includes(column))
}

/** Whether an error is a foreign key violation: a missing referenced row, or a row still referenced. */
export const isForeignKeyViolation = (error: unknown, engine: Engine): boolean =>
  engine === 'postgres' ? sqlState(error) === '23503' : resultCode(error) === SQLITE_FOREIGN_KEY

function columnsOf(error: unknown, engine: Engine): string[] {
  const { message = '', detail = '' } = fieldsOf(error)
  if (engine === 'postgres') return (/\((.*?)\)=\(/.exec(detail)?.[1] ?? '').split(', ')
  // UNIQUE constraint failed: project.silo_id, project.name
  return (/UNIQUE constraint failed: (.*)$/.exec(message)?.[1] ?? '')
    .split(', ')
    .map((name) => name.replace(/^.*\./, ''))
}

/**
 * Whether PostgreSQL can't use a kept plan, because another server has added a column to its table (`feature_not_supported`).
 * The next attempt makes a new plan.
 */
export const isStalePlan = (error: unknown): boolean => sqlState(error) === '0A000'

const SQLITE_FULL = 13
/** PostgreSQL: `disk_full`. */
const DISK_FULL = '53100'
/** PostgreSQL's system errors and internal errors, which only the text tells from those of a full disk. */
const SYSTEM = /^(58|XX)/
/** The second one is of a new connection, which can't store the catalog that it has read. */
const NO_SPACE = /No space left on device|^could not write init file/

/** Whether an error means that no disk space is left. */
export function isOutOfSpace(error: unknown): boolean {
  const { message = '' } = fieldsOf(error)
  const state = sqlState(error)
  return (
    state === DISK_FULL || (SYSTEM.test(state) && NO_SPACE.test(message)) || resultCode(error) === SQLITE_FULL
  )
}

/**
 * PostgreSQL is shutting down, starting up or disconnected (class 08), refuses connections, has too many of them, or has ended a
 * statement or an idle transaction because of a time limit.
 */
const UNAVAILABLE = /^(57P0[1235]|57014|25P0[34]|53300|08...|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT)$/

/** Whether an error means that the database is currently unavailable. */
export function isUnavailable(error: unknown): boolean {
  const { message = '' } = fieldsOf(error)
  return (
    UNAVAILABLE.test(sqlState(error)) ||
    /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout exceeded when trying to connect)/.test(
      message,
    )
  )
}

/** Whether PostgreSQL ended a statement that waited too long for a lock, such as that of a server that hangs. */
export const isLockTimeout = (error: unknown): boolean => sqlState(error) === '55P03'

/** Whether an error means that the database takes no writes, such as a standby after a failover. */
export const isReadOnly = (error: unknown): boolean => sqlState(error) === '25006'

/** Whether the same work may succeed later, because only the database, or the server, could not do it at this time. */
export const mayPass = (error: unknown): boolean =>
  error instanceof SemaphoreTimeout || isUnavailable(error) || isLockTimeout(error) || isReadOnly(error)
