import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers'
import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import { databaseOf } from '@granary/control-plane/database/session.ts'
import { sqliteSessions, type SyncSqlite } from '@granary/control-plane/database/sqlite.ts'
import type { Kysely } from 'kysely'
import type { DatabaseMetrics, OpenDatabase } from './open-database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens the database of a URL: `postgres://…`, or `file:` and the path of a SQLite file (`file::memory:` for one in
 * memory).
 * @throws Error with a sentence for people when it can't be opened.
 */
export async function openDatabase(url: string, counts?: DatabaseMetrics): Promise<OpenDatabase> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, counts)
  const path = url.replace(/^file:(\/\/)?/, '')
  const [sqlite, metrics] = openFiles(path)
  const db = databaseOf(sqliteSessions(sqlite, { observe: counts?.statement, afterInput: setImmediate }))
  const wakes = new EventEmitter().setMaxListeners(0)
  return {
    db,
    engine: 'sqlite',
    metrics: databaseOf(sqliteSessions(metrics)) as unknown as Kysely<MetricTables>,
    notify: () => wakes.emit('commit'),
    listen(wake) {
      wakes.on('commit', wake)
      return () => wakes.off('commit', wake)
    },
    async close() {
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
