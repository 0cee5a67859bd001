import { nowDate } from '../../../time/clock.ts'
import { restartingSoon } from '@granary/domain/instance-states.ts'
import { useEffect, useState } from 'react'
import type { Instance } from '../use-instance.ts'

export type Restarted = Pick<
  Instance,
  'runState' | 'autoRestartEnabled' | 'autoRestartPolicy' | 'autoRestartCooldownExpiration'
>

/** Returns the current time and updates it every second while mounted. */
export function useNow(): Date {
  const [now, setNow] = useState(nowDate)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowDate()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Formats the time left: `4:59`, or `0:00` when it is over. */
export function countdown(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((until.getTime() - now.getTime()) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Returns when a failed instance restarts: `never`, `soon`, or after the remaining cooldown. */
export function restartOf(instance: Restarted, now: Date): 'never' | 'soon' | { waits: string } {
  if (!instance.autoRestartEnabled) return 'never'
  if (restartingSoon({ ...instance, runState: 'failed' }, now)) return 'soon'
  return { waits: countdown(instance.autoRestartCooldownExpiration!, now) }
}

/** Formats a restart policy for its badge. */
export const policyWords = (policy: Restarted['autoRestartPolicy']): string =>
  policy === null ? 'Default' : policy.replaceAll('_', ' ')
