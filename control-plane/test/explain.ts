import { CompiledQuery, type SelectQueryBuilder } from 'kysely'
import type { HostServices } from '../src/kit/context/services.ts'

/** Returns the plan of a query as text. Small tables are planned like large ones. */
export async function explain(
  { db, engine }: Pick<HostServices, 'db' | 'engine'>,
  query: Pick<SelectQueryBuilder<never, never, unknown>, 'compile'>,
): Promise<string> {
  const { sql, parameters } = query.compile()
  if (engine === 'sqlite') {
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    )
    return rows.map(({ detail }) => detail).join('\n')
  }
  return db.transaction().execute(async (inner) => {
    await inner.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
    await inner.executeQuery(CompiledQuery.raw('set local enable_bitmapscan = off'))
    const { rows } = await inner.executeQuery<Record<'QUERY PLAN', string>>(
      CompiledQuery.raw(`explain ${sql}`, [...parameters]),
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
}
