import { EventEmitter } from 'node:events'
import type { Database } from '@granary/control-plane/database/schema.ts'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from './open.ts'

const CHANNEL = 'granary_commit'
const RECONNECT = 1_000

/** 64-bit integers as numbers: bytes and counters stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/** Opens a PostgreSQL database that several servers may share; what one of them commits wakes all of them. */
export async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: url, types, max: 20, connectionTimeoutMillis: 10_000 })
  // A connection that breaks while it is idle is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const wakes = new EventEmitter().setMaxListeners(0)
  const listener = await listenForCommits(url, () => wakes.emit('commit'))
  let notifying = false
  return {
    db,
    engine: 'postgres',
    notify() {
      // Many commits at once are one notice.
      if (notifying) return
      notifying = true
      setImmediate(() => {
        notifying = false
        pool.query(`notify ${CHANNEL}`).catch(() => wakes.emit('commit'))
      })
    },
    listen(wake) {
      wakes.on('commit', wake)
      return () => wakes.off('commit', wake)
    },
    async close() {
      await listener.close()
      await db.destroy()
    },
  }
}

/** Keeps one connection that listens, and makes another when it is lost. */
async function listenForCommits(url: string, heard: () => void): Promise<{ close: () => Promise<void> }> {
  let closed = false
  let client: pg.Client | undefined
  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url })
    next.on('notification', heard)
    next.on('error', () => {})
    next.on('end', () => {
      if (!closed) setTimeout(() => void reconnect(), RECONNECT).unref()
    })
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
    // Something may have been committed while nobody listened.
    heard()
  }
  async function reconnect(): Promise<void> {
    if (closed) return
    await connect().catch(() => setTimeout(() => void reconnect(), RECONNECT).unref())
  }
  await connect()
  return {
    async close() {
      closed = true
      await client?.end()
    },
  }
}
