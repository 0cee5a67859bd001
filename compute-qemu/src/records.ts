import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { DriverError } from '@granary/compute/driver-error.ts'

/** References keep a layer in the table for as long as a disk, a snapshot, an image or another layer needs it. */
const TABLES = `
create table layers (
  id text primary key,
  parent text references layers
) strict;
create index layers_parent on layers (parent);
create table disks (
  id text primary key,
  layer text not null references layers,
  next text references layers,
  spec text not null
) strict;
create index disks_layer on disks (layer);
create index disks_next on disks (next);
create table frozen (
  kind text not null,
  id text not null,
  layer text not null references layers,
  size integer not null,
  source text not null,
  primary key (kind, id)
) strict;
create index frozen_layer on frozen (layer);
create table machines (
  id text primary key,
  record text not null
) strict;
create table facts (
  name text primary key,
  value text not null
) strict;`

const VERSION = 1
/** Bytes that are kept for records on a full disk: a thousand of them. */
const RESERVE = 1024 * 1024
/** Result code of SQLite for a full disk. */
const SQLITE_FULL = 13

type Row = Record<string, unknown>

/**
 * The driver's records, in a file beside the disks, so that a copy of the folder holds one moment. Its lock is the lock of the
 * folder: the kernel releases it when the owner dies.
 */
export class Records {
  readonly #database: DatabaseSync
  /** A file that is deleted when the disk is full, so that records can still be written: machines must be stopped and deleted then. */
  readonly #reserve: string
  #hasReserve = false

  /** @throws DriverError `invalid` if another process owns the file, or a later version wrote it. */
  constructor(path: string) {
    this.#database = open(path)
    chmodSync(path, 0o600)
    this.#reserve = `${path}-reserve`
    this.#keepReserve()
  }

  get<T extends Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#database.prepare(sql).get(...values) as T | undefined
  }

  all<T extends Row>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#database.prepare(sql).all(...values) as T[]
  }

  /** Runs a statement; it survives a power loss. */
  run(sql: string, ...values: SQLInputValue[]): void {
    this.#write(() => void this.#database.prepare(sql).run(...values))
  }

  /** Runs statements that survive together or not at all. */
  transaction<T>(work: () => T): T {
    return this.#write(() => this.#inTransaction(work))
  }

  #inTransaction<T>(work: () => T): T {
    this.#database.exec('begin immediate')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      // SQLite has rolled back by itself if the disk is full.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  /** Writes, on a full disk by what the reserve has taken. Inside of a transaction, the transaction is repeated as a whole. */
  #write<T>(work: () => T): T {
    if (this.#database.isTransaction) return work()
    try {
      const result = work()
      if (!this.#hasReserve) this.#keepReserve()
      return result
    } catch (error) {
      if (!this.#hasReserve || (error as { errcode?: number }).errcode !== SQLITE_FULL) throw error
      rmSync(this.#reserve, { force: true })
      this.#hasReserve = false
      return work()
    }
  }

  #keepReserve(): void {
    try {
      writeFileSync(this.#reserve, new Uint8Array(RESERVE), { mode: 0o600 })
      this.#hasReserve = true
    } catch {
      // The disk is full: the next write tries again.
      rmSync(this.#reserve, { force: true })
    }
  }

  /** Returns a fact about this folder, made by `make` the first time. */
  fact(name: string, make: () => string): string {
    const known = this.get<{ value: string }>('select value from facts where name = ?', name)
    if (known) return known.value
    const value = make()
    this.run('insert into facts (name, value) values (?, ?)', name, value)
    return value
  }

  close(): void {
    this.#database.close()
  }
}

function open(path: string): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(path, { timeout: 0 })
    database.exec('pragma locking_mode = exclusive')
    // One file, so that a copy is complete.
    database.exec('pragma journal_mode = truncate')
    database.exec('pragma synchronous = full')
    database.exec('pragma foreign_keys = on')
    database.exec('begin exclusive')
    const { user_version: version } = database.prepare('pragma user_version').get() as {
      user_version: number
    }
    if (version > VERSION) throw new Error('a later version of Granary wrote it')
    if (version === 0) database.exec(`${TABLES} pragma user_version = ${VERSION}`)
    database.exec('commit')
    return database
  } catch (error) {
    database?.close()
    const { message } = error as Error
    throw new DriverError(
      'invalid',
      /locked/.test(message)
        ? `another Granary server runs the machines of ${path}: stop it, or give this one a data folder of its own`
        : `the records of machines in ${path} can't be opened: ${message}`,
      { cause: error },
    )
  }
}
