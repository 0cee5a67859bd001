import { isStalePlan } from '@granary/control-plane/database/violations.ts'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { deferringWrites } from './deferred-writes.ts'
import { statementNames } from './statement-names.ts'

/**
 * A pool whose connections keep the plans of common statements, and send deferred writes together. When another server has changed
 * a table, the plans are made anew. A statement outside of a transaction is repeated at once. Inside of one, it has ended the
 * transaction, which `retry.ts` repeats.
 */
export function plannedPool(pool: pg.Pool): PostgresPool {
  let nameOf = statementNames()
  let generation = 0
  const planned = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const plan = (client: pg.PoolClient) => {
    const send = (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined
      return name === undefined
        ? client.query(text, [...values])
        : client.query({ name: `${name}_${generation}`, text, values: [...values] })
    }
    const query = async (text: string, values: readonly unknown[], isAlone: boolean) => {
      try {
        return await send(text, values)
      } catch (error) {
        if (!isStalePlan(error)) throw error
        nameOf = statementNames()
        generation++
        if (!isAlone) throw error
        return await send(text, values)
      }
    }
    const release = (destroy?: boolean) => client.release(destroy)
    // Kysely asks with a cursor only for streams, of which there are none.
    return { query: deferringWrites(query), release } as unknown as PostgresPoolClient
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const known = planned.get(client) ?? plan(client)
      planned.set(client, known)
      return known
    },
  }
}
