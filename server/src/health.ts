import type { Services } from '@granary/control-plane/kit/services.ts'
import { sql } from 'kysely'
import type { Metrics } from './metrics.ts'

/** A database that has not answered after so many milliseconds is not ready. */
const PATIENCE = 2_000

/**
 * What supervisors ask. `/healthz`: the process answers. `/readyz`: it takes requests, and the database answers; 503
 * otherwise. `/metrics`: its counters, for Prometheus.
 * @returns null for every other path.
 */
export function health(services: Services, metrics: Metrics, isReady: () => boolean) {
  return async (pathname: string): Promise<Response | null> => {
    if (pathname === '/healthz') return Response.json({ status: 'ok' })
    if (pathname === '/metrics') return metrics.text(services)
    if (pathname !== '/readyz') return null
    if (!isReady()) return Response.json({ status: 'starting or stopping' }, { status: 503 })
    return (await answers(services))
      ? Response.json({ status: 'ok' })
      : Response.json({ status: 'the database does not answer' }, { status: 503 })
  }
}

async function answers({ db }: Services): Promise<boolean> {
  const question = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  let timer: NodeJS.Timeout
  const late = new Promise<false>((resolve) => (timer = setTimeout(resolve, PATIENCE, false)))
  return Promise.race([question, late]).finally(() => clearTimeout(timer))
}
