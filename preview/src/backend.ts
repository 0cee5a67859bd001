import { systemClock } from '@granary/compute/clock.ts'
import { openSimulatedDriver } from '@granary/compute/simulated/driver.ts'
import {
  type ControlPlane,
  createControlPlane,
  prepareDatabase,
} from '@granary/control-plane/control-plane.ts'
import type { MetricTables } from '@granary/control-plane/database/metric-tables.ts'
import { databaseOf } from '@granary/control-plane/database/session.ts'
import { type SyncSqlite, sqliteSessions } from '@granary/control-plane/database/sqlite.ts'
import { defaultSettings, type HostServices } from '@granary/control-plane/kit/context/services.ts'
import type { Kysely } from 'kysely'
import { actingUser } from './acting-user.ts'
import type { CookieJar } from './cookies.ts'
import { previewLog } from './log.ts'
import { previewPasswords } from './passwords.ts'
import { withPreviewSession } from './session.ts'
import { ServerState } from '@granary/control-plane/kit/context/server-state.ts'

/** The request handlers for the bridges. */
export type Backend = Pick<ControlPlane, 'fetch' | 'openSerial'>

/**
 * Starts the control plane and its dependencies in this tab.
 * @param load imports the data set into the empty database.
 */
export async function openBackend(
  sqlite: SyncSqlite,
  cookies: CookieJar,
  load: (services: HostServices) => Promise<void>,
): Promise<Backend> {
  const db = databaseOf(sqliteSessions(sqlite))
  const wakes = new Set<() => void>()
  const services: HostServices = {
    db,
    engine: 'sqlite',
    // In memory, as everything here; only a file could grow too large beside the other rows.
    metrics: db as unknown as Kysely<MetricTables>,
    clock: systemClock,
    random: Math.random,
    compute: await openSimulatedDriver(),
    passwords: previewPasswords,
    log: previewLog,
    notify: () => wakes.forEach((wake) => wake()),
    listen(wake) {
      wakes.add(wake)
      return () => wakes.delete(wake)
    },
    authenticate: actingUser(db, cookies, (message) => console.warn(message)),
    state: new ServerState(db),
    // Any name can sign in, so there is nothing to guess.
    settings: { ...defaultSettings, limitAttempts: false },
  }
  await prepareDatabase(services)
  await load(services)
  const controlPlane = createControlPlane(services)
  await controlPlane.start()
  return { fetch: withPreviewSession(controlPlane.fetch, db, cookies), openSerial: controlPlane.openSerial }
}
