import { present } from '../kit/base/present.ts'
import { plannableCapacity } from '@granary/domain/physical-capacity.ts'
import type { Amounts } from '@granary/domain/sizes.ts'
import { type Outlook, outlookOf, type Sample, TREND_DAYS } from '@granary/domain/trend.ts'
import { outlookText } from '@granary/domain/trend-words.ts'
import { sumAmounts } from '@granary/domain/utilization.ts'
import { handlers } from '../kinds/handler.ts'
import { sledView } from '../kinds/hardware.ts'
import { silo } from '../kinds/silo.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { find } from '../kit/resources/lookup.ts'
import { firstUse, usageAt } from '../metrics/usage-at.ts'

const DAY_MS = 86_400_000
const RESOURCES = ['cpus', 'memory', 'storage'] as const

type Limit = { limit: 'quota' | 'sleds'; amounts: Amounts }

export const outlookHandlers = handlers({
  capacityOutlook: async (context, { query }) => {
    const found = query.silo == null ? null : await find(context, silo, query, 'read')
    const id = found?.row.id ?? null
    const quota = { limit: 'quota' as const, amounts: await quotaOf(context, id) }
    const sleds = { limit: 'sleds' as const, amounts: await plannable(context) }
    return outlooks(context, id, id === null ? [quota, sleds] : [quota])
  },

  siloCapacityOutlook: async (context) => {
    const id = actorOf(context).siloId
    return outlooks(context, id, [{ limit: 'quota', amounts: await quotaOf(context, id) }])
  },
})

async function outlooks(context: Context, siloId: string | null, limits: readonly Limit[]) {
  const days = await historyOf(context, siloId)
  const used = present(days.at(-1), 'the last day').amounts
  const historyDays = days.length - 1
  const items = RESOURCES.flatMap((resource) => {
    const samples = days.map(({ day, amounts }): Sample => ({ day, value: amounts[resource] }))
    return limits.map(({ limit, amounts }) => {
      const outlook = outlookOf(samples, amounts[resource])
      return {
        resource,
        limit,
        amount: Math.max(0, amounts[resource]),
        used: used[resource],
        historyDays,
        ...daysOf(outlook),
        message: outlookText(outlook, historyDays, limit),
      }
    })
  })
  return { items }
}

const daysOf = (outlook: Outlook) =>
  outlook.state === 'runs_out'
    ? outlook
    : { ...outlook, likelyDays: null, earliestDays: null, latestDays: null }

/** Returns the use now, and as many whole days before as it has lasted; the oldest first. */
async function historyOf({ db, clock, services }: Context, siloId: string | null) {
  const scope = { counter: 'silo' as const, id: siloId }
  const now = clock.now().getTime()
  const first = await firstUse(db, scope)
  // Before the oldest kept points, those of single silos are missing.
  const kept = Math.min(TREND_DAYS, Math.floor(services.settings.metricsRetention / DAY_MS))
  const lasted = first === null ? 0 : Math.max(0, Math.floor((now - Date.parse(first)) / DAY_MS))
  const days: { day: number; amounts: Amounts }[] = []
  for (let ago = Math.min(kept, lasted); ago >= 0; ago--) {
    // The points of this very moment count too.
    const time = new Date(now - ago * DAY_MS + 1).toISOString()
    days.push({ day: -ago, amounts: await usageAt(db, scope, time) })
  }
  return days
}

/** Returns the quota of a silo, or the sum of all. */
async function quotaOf({ db }: Context, siloId: string | null): Promise<Amounts> {
  const rows = await db
    .selectFrom('silo_quota')
    .select(['cpus', 'memory', 'storage'])
    .$if(siloId !== null, (quotas) => quotas.where('silo_id', '=', siloId))
    .execute()
  return sumAmounts(rows)
}

async function plannable({ db }: Context): Promise<Amounts> {
  const rows = await db.selectFrom('sled').selectAll().where('in_service', '=', 1).execute()
  return plannableCapacity(rows.map(sledView))
}
