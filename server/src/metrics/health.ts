import type { Gate } from '@granary/control-plane/edge/gate.ts'
import { isOutOfSpace } from '@granary/control-plane/database/violations.ts'
import type { HostServices } from '@granary/control-plane/kit/context/services.ts'
import { sql } from 'kysely'
import type { PoolUse } from '../database/open-database.ts'
import type { Metrics } from './metrics.ts'

/** Milliseconds that the database has to answer before the server counts as not ready. */
const DATABASE_TIMEOUT_MS = 2_000
const SILENT = 'the database does not answer'
const FULL = 'the disk of the database is full'

type Options = {
  services: HostServices
  metrics: Metrics
  gate: Gate
  pool?: (() => PoolUse) | undefined
  isDatabaseFull?: (() => Promise<boolean>) | undefined
  isReady: () => boolean
  driverAnswers: () => boolean
  isShortOfSpace: () => Promise<boolean>
}

/**
 * Answers supervisors. `/healthz`: the process answers. `/readyz`: it takes requests, the database answers and takes
 * writes, and its disk and the data folder have space; 503 otherwise. A driver that doesn't answer is named there, but causes no 503, because users can
 * still sign in and read. `/metrics`: counters for Prometheus.
 * @returns null for every other path.
 */
export function health(options: Options) {
  const { services, metrics, gate, pool, isReady, driverAnswers, isShortOfSpace } = options
  return async (pathname: string): Promise<Response | null> => {
    if (pathname === '/healthz') return Response.json({ status: 'ok' })
    if (pathname === '/metrics') return metrics.text(services, gate, pool)
    if (pathname !== '/readyz') return null
    if (!isReady()) return Response.json({ status: 'starting or stopping' }, { status: 503 })
    const problem = await problemOf(services, options.isDatabaseFull)
    if (problem) return Response.json({ status: problem }, { status: 503 })
    if (await isShortOfSpace())
      return Response.json({ status: 'the disk of the data folder is almost full' }, { status: 503 })
    return Response.json({ status: 'ok', ...(driverAnswers() ? {} : { driver: 'does not answer' }) })
  }
}

/** Returns why the database can't be used, if it can't. */
async function problemOf(
  { db, engine }: HostServices,
  isFull?: () => Promise<boolean>,
): Promise<string | undefined> {
  const isReadOnly = engine === 'postgres' ? sql`current_setting('transaction_read_only') = 'on'` : sql`false`
  const question = sql<{ isReadOnly: unknown }>`select ${isReadOnly} as "isReadOnly"`.execute(db).then(
    async ({ rows }) => {
      if (rows[0]!.isReadOnly) return 'the database takes no writes'
      return (await isFull?.()) ? FULL : undefined
    },
    (error: unknown) => (isOutOfSpace(error) ? FULL : SILENT),
  )
  let timer: NodeJS.Timeout
  const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, DATABASE_TIMEOUT_MS, SILENT)))
  return Promise.race([question, late]).finally(() => clearTimeout(timer))
}
