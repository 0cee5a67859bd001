import { actorOf, type Context } from '../../kit/context/context.ts'
import { quotaUse } from '../../shared/fullness/quotas.ts'
import { type Check, type Found, MAX_FOUND, NEARLY_FULL } from '../check.ts'

const check = { check: 'quota-nearly-full', severity: 'warning', resourceKind: 'silo' } as const

/** The quota of the caller's silo. */
export const ownQuotaNearlyFull: Check = {
  ...check,
  find: (context) => nearlyFull(context, actorOf(context).siloId),
}

/** The quotas of all silos. */
export const quotaNearlyFull: Check = { ...check, find: (context) => nearlyFull(context) }

async function nearlyFull(context: Context, siloId?: string): Promise<Found[]> {
  return (await quotaUse(context, siloId))
    .flatMap(({ id, name, of }) => {
      const full = of.filter(({ used, limit }) => limit > 0 && used / limit >= NEARLY_FULL)
      if (full.length === 0) return []
      const shares = full.map(
        ({ resource, used, limit }) => `${Math.floor((used / limit) * 100)} % of its ${WORDS[resource]}`,
      )
      return {
        message: `Silo ${name} uses ${shares.join(', ')}`,
        resourceId: id,
        resourceName: name,
        projectName: null,
        siloName: name,
      }
    })
    .slice(0, MAX_FOUND)
}

const WORDS = { cpus: 'vCPUs', memory: 'memory', storage: 'storage' }
