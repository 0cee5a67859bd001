import type { Amounts } from './sizes.ts'

/** A meter is worth showing above the first; above the second it warns of the end. In percent. */
export const USAGE_NOTICE_ABOVE = 66
export const USAGE_DANGER_ABOVE = 75

export type UsageLevel = 'normal' | 'notice' | 'danger'

/** How much of a capacity is used in percent, not rounded; null where there is none to use. */
export const usedPercent = (used: number, capacity: number): number | null =>
  capacity === 0 ? null : (used / capacity) * 100

/** How urgent a percentage of use is. */
export function usageLevel(percent: number | null): UsageLevel {
  if (percent === null || percent <= USAGE_NOTICE_ABOVE) return 'normal'
  return percent > USAGE_DANGER_ABOVE ? 'danger' : 'notice'
}

/** What is left of a quota; less than nothing where the quota was lowered below its use. */
export const available = (allocated: Amounts, provisioned: Amounts): Amounts => ({
  cpus: allocated.cpus - provisioned.cpus,
  memory: allocated.memory - provisioned.memory,
  storage: allocated.storage - provisioned.storage,
})

/** Amounts of several silos together. */
export const sumAmounts = (amounts: readonly Amounts[]): Amounts =>
  amounts.reduce(
    (sum, one) => ({
      cpus: sum.cpus + one.cpus,
      memory: sum.memory + one.memory,
      storage: sum.storage + one.storage,
    }),
    { cpus: 0, memory: 0, storage: 0 },
  )

/** How many addresses of a pool are left; never less than none. */
export const remainingAddresses = (capacity: bigint, allocated: bigint): bigint =>
  allocated > capacity ? 0n : capacity - allocated
