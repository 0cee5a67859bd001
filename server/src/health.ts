import type { HostServices } from '@granary/control-plane/kit/services.ts'
import { sql } from 'kysely'
import type { PoolUse } from './database/open-database.ts'
import type { Metrics } from './metrics.ts'

/** Milliseconds that the database has to answer before the server counts as not ready. */
const DATABASE_TIMEOUT_MS = 2_000

type Options = {
  services: HostServices
  metrics: Metrics
  pool?: (() => PoolUse) | undefined
  isReady: () => boolean
  driverAnswers: () => boolean
  isShortOfSpace: () => Promise<boolean>
}

/**
 * Answers supervisors. `/healthz`: the process answers. `/readyz`: it takes requests, the database answers and the data
 * folder has space; 503 otherwise. A driver that doesn't answer is named there, but causes no 503, because users can
 * still sign in and read. `/metrics`: counters for Prometheus.
 * @returns null for every other path.
 */
export function health({ services, metrics, pool, isReady, driverAnswers, isShortOfSpace }: Options) {
  return async (pathname: string): Promise<Response | null> => {
    if (pathname === '/healthz') return Response.json({ status: 'ok' })
    if (pathname === '/metrics') return metrics.text(services, pool)
    if (pathname !== '/readyz') return null
    if (!isReady()) return Response.json({ status: 'starting or stopping' }, { status: 503 })
    if (!(await answers(services)))
      return Response.json({ status: 'the database does not answer' }, { status: 503 })
    if (await isShortOfSpace())
      return Response.json({ status: 'the disk of the data folder is almost full' }, { status: 503 })
    return Response.json({ status: 'ok', ...(driverAnswers() ? {} : { driver: 'does not answer' }) })
  }
}

async function answers({ db }: HostServices): Promise<boolean> {
  const question = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  let timer: NodeJS.Timeout
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, DATABASE_TIMEOUT_MS, false)))
  return Promise.race([question, late]).finally(() => clearTimeout(timer))
}
