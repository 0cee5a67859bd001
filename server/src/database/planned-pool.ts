import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { statementNames } from './statement-names.ts'

/** PostgreSQL's `feature_not_supported`, which it also answers when a table of a kept plan has got another column. */
const PLAN_IS_STALE = '0A000'

/**
 * A pool whose connections keep the plans of common statements. When another server has changed a table, the plans are made anew:
 * the first statement on the changed table fails.
 */
export function plannedPool(pool: pg.Pool): PostgresPool {
  let nameOf = statementNames()
  let generation = 0
  const planned = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  const plan = (client: pg.PoolClient) => {
    const query = async (text: string, values: readonly unknown[]) => {
      const name = values.length > 0 ? nameOf(text) : undefined
      try {
        return await (name === undefined
          ? client.query(text, [...values])
          : client.query({ name: `${name}_${generation}`, text, values: [...values] }))
      } catch (error) {
        if ((error as { code?: string }).code === PLAN_IS_STALE) {
          nameOf = statementNames()
          generation++
        }
        throw error
      }
    }
    const release = (destroy?: boolean) => client.release(destroy)
    // Kysely asks with a cursor only for streams, of which there are none.
    return { query, release } as unknown as PostgresPoolClient
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
