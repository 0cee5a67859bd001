import { RUN_ALONE } from '@granary/control-plane/database/retry.ts'
import { isReadOnly, isStalePlan } from '@granary/control-plane/database/violations.ts'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { deferringWrites } from './deferred-writes.ts'
import { statementNames } from './statement-names.ts'

/** How Kysely begins a transaction that writes. The access mode is that of one without company (`retry.ts`). */
const BEGIN = new RegExp(
  `^(start transaction isolation level (serializable|read committed))( ${RUN_ALONE})?$`,
)

/**
 * Makes plans of a serializable transaction search indexes. A small table would be read as a whole, and the transaction would then
 * conflict with every writer of it. PostgreSQL 17 and older count a forbidden plan as expensive enough to be compiled.
 */
const BY_INDEX = '; set local enable_seqscan = off; set local jit = off'

/**
 * Locks of a table that hardly anything else uses: new transactions wait for one without company, and that one for those that have
 * begun, of all servers. Not for long, because a server may hang in one. A snapshot is taken after this lock, as no other could do.
 */
const BESIDE_OTHERS = '; lock table schema_version in row share mode'
const WITHOUT_COMPANY =
  '; set local lock_timeout = 250; lock table schema_version in exclusive mode; set local lock_timeout to default'

/** A migration begins with this lock. Waiting for another server's migration and changing a large table may take any time. */
const UNLIMITED = 'select pg_advisory_xact_lock('
/** The longest timer; milliseconds. */
const NO_LIMIT = 2 ** 31 - 1

/** Marks the plans of serializable transactions, which other transactions must not share. */
const BY_INDEX_MARK = '_by_index'

/**
 * A pool whose connections keep the plans of common statements, and send deferred writes together. When another server has changed
 * a table, the plans are made anew. A statement outside of a transaction is repeated at once. Inside of one, it has ended the
 * transaction, which `retry.ts` repeats.
 * @param note called with each error of a statement or a new connection.
 */
export function plannedPool(pool: pg.Pool, note: (error: unknown) => void = () => {}): PostgresPool {
  let nameOf = statementNames()
  let generation = 0
  const planned = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const plan = (client: pg.PoolClient) => {
    let mark = ''
    let limit: { query_timeout?: number } = {}
    let isOutdated = false
    const send = (text: string, values: readonly unknown[]) => {
      if (text.startsWith(UNLIMITED)) {
        limit = { query_timeout: NO_LIMIT }
        // Goes through the connection before the lock. If it fails, so does the next statement.
        client.query('set local lock_timeout = 0').catch(() => {})
      }
      const [, begin, level, mode] = BEGIN.exec(text) ?? []
      if (begin) {
        mark = level === 'serializable' ? BY_INDEX_MARK : ''
        return client.query(begin + (mark && BY_INDEX) + (mode ? WITHOUT_COMPANY : BESIDE_OTHERS))
      }
      if (/^(commit|rollback)$/.test(text)) [mark, limit] = ['', {}]
      const name = values.length > 0 ? nameOf(text) : undefined
      const planned = name === undefined ? {} : { name: `${name}_${generation}${mark}` }
      return client.query({ ...planned, ...limit, text, values: [...values] })
    }
    const query = async (text: string, values: readonly unknown[], isAlone: boolean) => {
      try {
        return await send(text, values)
      } catch (error) {
        note(error)
        if (isReadOnly(error)) isOutdated = true
        if (!isStalePlan(error)) throw error
        nameOf = statementNames()
        generation++
        if (!isAlone) throw error
        return await send(text, values)
      }
    }
    // After a failover, the next connection may be to the database that takes writes.
    const release = (destroy?: boolean) => client.release(destroy || isOutdated)
    // Kysely asks with a cursor only for streams, of which there are none.
    return { query: deferringWrites(query), release } as unknown as PostgresPoolClient
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        note(error)
        throw error
      })
      const known = planned.get(client) ?? plan(client)
      planned.set(client, known)
      return known
    },
  }
}
