import { fullNumber } from '@granary/domain/numbers.ts'
/** Units of a lifetime, the longest first. */
export const lifetimeUnits = [
  { value: 'days', label: 'Days', seconds: 86_400 },
  { value: 'hours', label: 'Hours', seconds: 3_600 },
  { value: 'minutes', label: 'Minutes', seconds: 60 },
  { value: 'seconds', label: 'Seconds', seconds: 1 },
] as const
export type LifetimeUnit = (typeof lifetimeUnits)[number]['value']

/** Longest lifetime that the server accepts, in seconds. */
export const MAX_LIFETIME = 4_294_967_295

/** Returns the seconds of a unit. */
export const secondsIn = (unit: LifetimeUnit): number =>
  lifetimeUnits.find(({ value }) => value === unit)?.seconds ?? 1

/** Converts a lifetime to the longest unit that gives a whole number: 7200 seconds are 2 hours. */
export function lifetimeOf(seconds: number): { amount: number; unit: LifetimeUnit } {
  const unit = lifetimeUnits.find((one) => seconds % one.seconds === 0)?.value ?? 'seconds'
  return { amount: seconds / secondsIn(unit), unit }
}

/** Formats a lifetime: '2 hours', '1 day'. */
export function lifetimeInWords(seconds: number): string {
  const { amount, unit } = lifetimeOf(seconds)
  return `${fullNumber(amount)} ${amount === 1 ? unit.slice(0, -1) : unit}`
}
