import type { HostServices } from '@granary/control-plane/kit/services.ts'
import { sql } from 'kysely'
import type { PoolUse } from './database/open-database.ts'
import type { Metrics } from './metrics.ts'

/** Milliseconds that the database has to answer before the server counts as not ready. */
const DATABASE_TIMEOUT_MS = 2_000
const SILENT = 'the database does not answer'

type Options = {
  services: HostServices
  metrics: Metrics
  pool?: (() => PoolUse) | undefined
  isReady: () => boolean
  driverAnswers: () => boolean
  isShortOfSpace: () => Promise<boolean>
}

/**
 * Answers supervisors. `/healthz`: the process answers. `/readyz`: it takes requests, the database answers and takes
 * writes, and the data folder has space; 503 otherwise. A driver that doesn't answer is named there, but causes no 503, because users can
 * still sign in and read. `/metrics`: counters for Prometheus.
 * @returns null for every other path.
 */
export function health({ services, metrics, pool, isReady, driverAnswers, isShortOfSpace }: Options) {
  return async (pathname: string): Promise<Response | null> => {
    if (pathname === '/healthz') return Response.json({ status: 'ok' })
    if (pathname === '/metrics') return metrics.text(services, pool)
    if (pathname !== '/readyz') return null
    if (!isReady()) return Response.json({ status: 'starting or stopping' }, { status: 503 })
    const problem = await problemOf(services)
    if (problem) return Response.json({ status: problem }, { status: 503 })
    if (await isShortOfSpace())
      return Response.json({ status: 'the disk of the data folder is almost full' }, { status: 503 })
    return Response.json({ status: 'ok', ...(driverAnswers() ? {} : { driver: 'does not answer' }) })
  }
}

/** Returns why the database can't be used, if it can't. */
async function problemOf({ db, engine }: HostServices): Promise<string | undefined> {
  const isReadOnly = engine === 'postgres' ? sql`current_setting('transaction_read_only') = 'on'` : sql`false`
  const question = sql<{ isReadOnly: unknown }>`select ${isReadOnly} as "isReadOnly"`.execute(db).then(
    ({ rows }) => (rows[0]!.isReadOnly ? 'the database takes no writes' : undefined),
    () => SILENT,
  )
  let timer: NodeJS.Timeout
  const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, DATABASE_TIMEOUT_MS, SILENT)))
  return Promise.race([question, late]).finally(() => clearTimeout(timer))
}
