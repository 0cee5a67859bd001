import type { Context } from '../../kit/context/context.ts'

/** What a silo uses of its quotas. */
export type QuotaUse = { id: string; name: string; of: readonly QuotaShare[] }
export type QuotaShare = { resource: 'cpus' | 'memory' | 'storage'; used: number; limit: number }

/** Returns what silos use of their quotas. @param siloId the only silo; all without it. */
export async function quotaUse({ db }: Pick<Context, 'db'>, siloId?: string): Promise<QuotaUse[]> {
  const rows = await db
    .selectFrom('silo')
    .innerJoin('silo_quota', 'silo_quota.silo_id', 'silo.id')
    .innerJoin('provisioned', 'provisioned.scope_id', 'silo.id')
    .select(['silo.id', 'silo.name'])
    .select(['silo_quota.cpus', 'silo_quota.memory', 'silo_quota.storage'])
    .select([
      'provisioned.cpus as used_cpus',
      'provisioned.memory as used_memory',
      'provisioned.storage as used_storage',
    ])
    .$call((some) => (siloId === undefined ? some : some.where('silo.id', '=', siloId)))
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    of: [
      { resource: 'cpus', used: Number(row.used_cpus), limit: Number(row.cpus) },
      { resource: 'memory', used: Number(row.used_memory), limit: Number(row.memory) },
      { resource: 'storage', used: Number(row.used_storage), limit: Number(row.storage) },
    ],
  }))
}
