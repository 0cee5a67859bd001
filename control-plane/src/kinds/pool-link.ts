import { present } from '../kit/base/present.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { Database } from '../database/schema.ts'
import { record } from '../kit/resources/changes.ts'
import type { Context } from '../kit/context/context.ts'
import { type PageQuery, takePage } from '../kit/request/pagination.ts'
import { rawWriter } from '../database/session.ts'

/** A link between a pool and a silo, whatever the kind of the pool. */
export type PoolLink = { poolId: string; siloId: string; isDefault: boolean }
type Pool = { id: string; name: string }

/** The tables of links by the table of their pools. */
const TABLES = { ip_pool: 'ip_pool_silo', subnet_pool: 'subnet_pool_silo' } as const satisfies Record<
  string,
  keyof Database
>

/**
 * Declares the links between a kind of pool and silos. Their changes are logged in the silo, so that its users see
 * their pools come and go.
 */
export function poolLinks(kind: Kind, pools: keyof typeof TABLES, view: (link: PoolLink) => object) {
  // Tables of links differ in the name of one column only; the types are those of the links of IP pools.
  const table = TABLES[pools] as 'ip_pool_silo'
  const pool = `${pools}_id` as 'ip_pool_id'

  const note = (context: Context, { id, name }: Pool, before: PoolLink | null, after: PoolLink | null) =>
    record(context, {
      kind,
      action: before ? (after ? 'updated' : 'deleted') : 'created',
      id,
      name,
      siloId: present(after ?? before, 'the link').siloId,
      projectId: null,
      parentId: null,
      before: before && view(before),
      after: after && view(after),
    })
  const linkOf = (row: Database['ip_pool_silo']): PoolLink => ({
    poolId: row[pool],
    siloId: row.silo_id,
    isDefault: row.is_default === 1,
  })
  const of = (context: Context, poolId: string) =>
    context.db.selectFrom(table).selectAll().where(pool, '=', poolId)

  return {
    kind,
    view,
    /** Returns one page of the links of a pool, by the ID of the silo. */
    page: async (context: Context, poolId: string, query: PageQuery) => {
      const { rows, nextPage } = await takePage(
        of(context, poolId),
        query,
        { id: 'silo_id' },
        (row) => row.silo_id,
      )
      return { items: rows.map(linkOf), nextPage }
    },
    all: async (context: Context, poolId: string): Promise<PoolLink[]> =>
      (await of(context, poolId).execute()).map(linkOf),
    find: async (context: Context, poolId: string, siloId: string): Promise<PoolLink | null> => {
      const row = await of(context, poolId).where('silo_id', '=', siloId).executeTakeFirst()
      return row ? linkOf(row) : null
    },
    create: async (context: Context, { id, name }: Pool, siloId: string, isDefault: boolean) => {
      const row = { [pool]: id, silo_id: siloId, is_default: isDefault ? 1 : 0 }
      await rawWriter(context)
        .insertInto(table)
        .values(row as Database['ip_pool_silo'])
        .execute()
      const link = { poolId: id, siloId, isDefault }
      note(context, { id, name }, null, link)
      return link
    },
    setDefault: async (context: Context, of: Pool, link: PoolLink, isDefault: boolean) => {
      if (link.isDefault === isDefault) return link
      await rawWriter(context)
        .updateTable(table)
        .set({ is_default: isDefault ? 1 : 0 })
        .where(pool, '=', link.poolId)
        .where('silo_id', '=', link.siloId)
        .execute()
      const after = { ...link, isDefault }
      note(context, of, link, after)
      return after
    },
    remove: async (context: Context, of: Pool, link: PoolLink): Promise<void> => {
      await rawWriter(context)
        .deleteFrom(table)
        .where(pool, '=', link.poolId)
        .where('silo_id', '=', link.siloId)
        .execute()
      note(context, of, link, null)
    },
  }
}

export type PoolLinks = ReturnType<typeof poolLinks>
