import type { Reader } from './reader.ts'
import type { InnerServices, Services } from './services.ts'

/**
 * Returns the database of a host without the lane of a caller: for transactions and snapshots, which name their lane themselves, and
 * for reads that all callers share. A request reads from its `context.db`, so that it takes its own turns.
 */
export const hostDatabase = (services: InnerServices): Reader => (services as Services).db

/** Returns the key of what a server keeps in memory about its database. Tasks and requests have different `Services`. */
export const databaseKey = (services: InnerServices): object => hostDatabase(services)
