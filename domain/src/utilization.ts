import type { Amounts } from './sizes.ts'

/** Thresholds in percent: a meter is shown above the first, and warns above the second. */
export const USAGE_NOTICE_ABOVE = 66
export const USAGE_DANGER_ABOVE = 75

export type UsageLevel = 'normal' | 'notice' | 'danger'

/** Returns the used share of a capacity in percent, not rounded; null if there is no capacity. */
export const usedPercent = (used: number, capacity: number): number | null =>
  capacity === 0 ? null : (used / capacity) * 100

/** Returns the warning level of a usage percentage. */
export function usageLevel(percent: number | null): UsageLevel {
  if (percent === null || percent <= USAGE_NOTICE_ABOVE) return 'normal'
  return percent > USAGE_DANGER_ABOVE ? 'danger' : 'notice'
}

/** Returns the rest of a quota; negative if the quota was lowered below its usage. */
export const available = (allocated: Amounts, provisioned: Amounts): Amounts => ({
  cpus: allocated.cpus - provisioned.cpus,
  memory: allocated.memory - provisioned.memory,
  storage: allocated.storage - provisioned.storage,
})

/** Adds up the amounts of several silos. */
export const sumAmounts = (amounts: readonly Amounts[]): Amounts =>
  amounts.reduce(
    (sum, one) => ({
      cpus: sum.cpus + one.cpus,
      memory: sum.memory + one.memory,
      storage: sum.storage + one.storage,
    }),
    { cpus: 0, memory: 0, storage: 0 },
  )

/** Returns the number of free addresses of a pool, at least 0. */
export const remainingAddresses = (capacity: bigint, allocated: bigint): bigint =>
  allocated > capacity ? 0n : capacity - allocated
