import { randomBytes } from 'node:crypto'
import { openWasmSqlite } from '@granary/preview/database/wasm.ts'
import { openDatabase } from '@granary/server/database/open.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { inject } from 'vitest'
import type { Engine } from '../src/database/columns.ts'
import { migrate, migrateMetrics } from '../src/database/migrate.ts'
import { migrations } from '../src/database/migrations/index.ts'
import type { MetricTables } from '../src/database/metric-tables.ts'
import type { Database } from '../src/database/schema.ts'
import { databaseOf } from '../src/database/session.ts'
import { sqliteSessions } from '../src/database/sqlite.ts'
import { TEMPLATE } from './postgres.ts'

export type TestDatabase = {
  db: Kysely<Database>
  engine: Engine
  metrics: Kysely<MetricTables>
  notify: () => void
  listen: (wake: () => void) => () => void
  /** Opens it for another server, where several servers may share a database. */
  again?: () => Promise<TestDatabase>
  close: () => Promise<void>
}

/** Opens an empty database with all tables, on the engine of this test run. */
export async function freshDatabase(): Promise<TestDatabase> {
  const engine = process.env.GRANARY_TEST_DATABASE ?? 'sqlite'
  if (engine === 'postgres') return postgres()
  const open = engine === 'wasm' ? wasm : () => openDatabase('file::memory:')
  const database = await open()
  await fill(database.db, await (template ??= makeTemplate(open)))
  await migrateMetrics(database.metrics, database.engine)
  return database
}

/** What the migrations leave in an empty SQLite database: the statements that make it, and the rows in it. */
type Template = { statements: string[]; rows: [table: string, rows: Record<string, unknown>[]][] }

/** Made once per worker: the migrations take four times as long as their result. */
let template: Promise<Template> | undefined

async function makeTemplate(open: () => Promise<TestDatabase>): Promise<Template> {
  const { db, engine, close } = await open()
  await migrate(db, engine, migrations)
  const { rows: made } = await sql<{ type: string; name: string; sql: string }>`
    select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'`.execute(db)
  const rows: Template['rows'] = []
  for (const { name } of made.filter(({ type }) => type === 'table'))
    rows.push([name, (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)).rows])
  await close()
  return { statements: made.map(({ sql }) => sql), rows: rows.filter(([, rows]) => rows.length > 0) }
}

const fill = (db: Kysely<Database>, { statements, rows }: Template): Promise<void> =>
  db.transaction().execute(async (inner) => {
    for (const statement of statements) await sql.raw(statement).execute(inner)
    for (const [table, values] of rows)
      await inner
        .insertInto(table as 'image')
        .values(values as never)
        .execute()
  })

async function wasm(): Promise<TestDatabase> {
  const db = databaseOf(sqliteSessions(await openWasmSqlite()))
  const wakes = new Set<() => void>()
  return {
    db,
    engine: 'sqlite',
    metrics: databaseOf(sqliteSessions(await openWasmSqlite())) as unknown as Kysely<MetricTables>,
    notify: () => wakes.forEach((wake) => wake()),
    listen: (wake) => {
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
    close: () => db.destroy(),
  }
}

/**
 * Creates a database on the server of the test run.
 * @param template the database to copy; `template0` is an empty one.
 * @returns its URL, and a function that removes it even with open connections.
 */
export async function createPostgres(
  template = TEMPLATE,
): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = inject('postgresUrl')
  if (!server) throw new Error('there is no PostgreSQL in this run of the tests')
  const { db, copying } = await (administrator ??= connectAdministrator(server))
  const name = `test_${randomBytes(8).toString('hex')}`
  await sql`create database ${sql.ref(name)} template ${sql.ref(template)} ${copying}`.execute(db)
  return {
    url: server.replace(/postgres$/, name),
    drop: async () => void (await sql`drop database ${sql.ref(name)} with (force)`.execute(db)),
  }
}

type Administrator = { db: Kysely<Database>; copying: RawBuilder<unknown> }

/** One connection per worker, which ends with it: each new one takes longer than the copy of a database. */
let administrator: Promise<Administrator> | undefined

async function connectAdministrator(server: string): Promise<Administrator> {
  const { db } = await openDatabase(server)
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::integer as version`.execute(db)
  // From version 15 on, copies go page by page through the log by default, which takes four times as long in memory.
  return { db, copying: rows[0]!.version >= 150_000 ? sql`strategy file_copy` : sql`` }
}

async function postgres(): Promise<TestDatabase> {
  const { url, drop } = await createPostgres()
  const database = await openDatabase(url)
  return { ...database, again: () => openDatabase(url), close: () => database.close().then(drop) }
}
