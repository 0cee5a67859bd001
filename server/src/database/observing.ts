import type { KyselyConfig } from 'kysely'
import type { ObserveStatement } from './open-database.ts'

/** Returns the setting of Kysely that reports the time of each statement. */
export const observing = (observe: ObserveStatement | undefined): Pick<KyselyConfig, 'log'> =>
  observe ? { log: ({ queryDurationMillis }) => observe(queryDurationMillis) } : {}
