import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers'
import { commitInGroups } from '@granary/control-plane/database/group-commit.ts'
import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import type { Database } from '@granary/control-plane/database/schema.ts'
import { sqliteDialect, type SyncSqlite } from '@granary/control-plane/database/sqlite-dialect.ts'
import { Kysely } from 'kysely'
import type { ObserveStatement, OpenDatabase } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens the database of a URL: `postgres://…`, or `file:` and the path of a SQLite file (`file::memory:` for one in
 * memory).
 * @throws Error with a sentence for people when it can't be opened.
 */
export async function openDatabase(url: string, observe?: ObserveStatement): Promise<OpenDatabase> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, observe)
  const path = url.replace(/^file:(\/\/)?/, '')
  const [sqlite, metrics] = openFiles(path)
  const db = new Kysely<Database>({ dialect: sqliteDialect(sqlite, observe) })
  commitInGroups(db, setImmediate)
  const wakes = new EventEmitter().setMaxListeners(0)
  return {
    db,
    engine: 'sqlite',
    metrics: new Kysely<MetricTables>({ dialect: sqliteDialect(metrics) }),
    notify: () => wakes.emit('commit'),
    listen(wake) {
      wakes.on('commit', wake)
      return () => wakes.off('commit', wake)
    },
    async close() {
      await db.destroy()
      // Kysely closes only a connection that it has used.
      sqlite.close()
      metrics.close()
    },
  }
}

/**
 * Opens the main file, and the file of metrics beside it: `granary.metrics.sqlite`, of which a power failure may lose the
 * last seconds.
 */
function openFiles(path: string): [main: SyncSqlite, metrics: SyncSqlite] {
  const main = openSqlite(path)
  try {
    const beside = path === ':memory:' ? path : path.replace(/(\.[^./]*)?$/, '.metrics$1')
    return [main, openSqlite(beside, 'normal')]
  } catch (error) {
    main.close()
    throw error
  }
}
