import type { Reader } from '../kit/context/reader.ts'
import { handlers } from '../kinds/handler.ts'
import { takePage } from '../kit/request/pagination.ts'
import { actorOf } from '../kit/context/context.ts'

export const utilization = handlers({
  utilizationView: async (context) => {
    const { allocated, provisioned } = view(await usedBy(context.db, actorOf(context).siloId))
    return { capacity: allocated, provisioned }
  },

  siloUtilizationList: async (context, { query }) => {
    const worthwhile = used(context.db).where((where) =>
      where.or([
        where('silo.discoverable', '=', 1),
        where('silo_quota.cpus', '>', 0),
        where('silo_quota.memory', '>', 0),
        where('silo_quota.storage', '>', 0),
      ]),
    )
    const keys = { name: 'silo.name', id: 'silo.id' }
    const { rows, nextPage } = await takePage(worthwhile, query, keys, (row, by) => row[by])
    return { items: rows.map(view), nextPage }
  },

  siloUtilizationView: async (context, { found }) => view(await usedBy(context.db, found.row.id)),
})

/** Returns the quota and the usage of each silo. */
const used = (db: Reader) =>
  db
    .selectFrom('silo')
    .innerJoin('silo_quota', 'silo_quota.silo_id', 'silo.id')
    .leftJoin('provisioned', 'provisioned.scope_id', 'silo.id')
    .select([
      'silo.id',
      'silo.name',
      'silo_quota.cpus',
      'silo_quota.memory',
      'silo_quota.storage',
      'provisioned.cpus as used_cpus',
      'provisioned.memory as used_memory',
      'provisioned.storage as used_storage',
    ])

const usedBy = (db: Reader, siloId: string) =>
  used(db).where('silo.id', '=', siloId).executeTakeFirstOrThrow()

type Row = Awaited<ReturnType<typeof usedBy>>

const view = (row: Row) => ({
  siloId: row.id,
  siloName: row.name,
  allocated: { cpus: row.cpus, memory: row.memory, storage: row.storage },
  // A silo that never used anything has no counters yet.
  provisioned: {
    cpus: row.used_cpus ?? 0,
    memory: row.used_memory ?? 0,
    storage: row.used_storage ?? 0,
  },
})
