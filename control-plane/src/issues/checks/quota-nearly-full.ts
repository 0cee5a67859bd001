import { actorOf, type Context } from '../../kit/context.ts'
import { type Check, type Found, MAX_FOUND, NEARLY_FULL } from '../check.ts'

const check = { check: 'quota-nearly-full', severity: 'warning', resourceKind: 'silo' } as const

/** The quota of the caller's silo. */
export const ownQuotaNearlyFull: Check = {
  ...check,
  find: (context) => nearlyFull(context, actorOf(context).siloId),
}

/** The quotas of all silos. */
export const quotaNearlyFull: Check = { ...check, find: (context) => nearlyFull(context) }

async function nearlyFull({ db }: Context, siloId?: string): Promise<Found[]> {
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
    .$if(siloId !== undefined, (some) => some.where('silo.id', '=', siloId!))
    .execute()
  return rows
    .flatMap((row) => {
      const full = [
        ['vCPUs', row.used_cpus, row.cpus],
        ['memory', row.used_memory, row.memory],
        ['storage', row.used_storage, row.storage],
      ] as const
      const names = full.filter(([, used, of]) => of > 0 && used / of >= NEARLY_FULL)
      if (names.length === 0) return []
      const shares = names.map(([name, used, of]) => `${Math.floor((used / of) * 100)} % of its ${name}`)
      return {
        message: `Silo ${row.name} uses ${shares.join(', ')}`,
        resourceId: row.id,
        resourceName: row.name,
        projectName: null,
        siloName: row.name,
      }
    })
    .slice(0, MAX_FOUND)
}
