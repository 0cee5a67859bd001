import { restartingSoon } from '@granary/domain/instance-states.ts'
import { useEffect, useState } from 'react'
import type { Instance } from '../use-instance.ts'

export type Restarted = Pick<
  Instance,
  'runState' | 'autoRestartEnabled' | 'autoRestartPolicy' | 'autoRestartCooldownExpiration'
>

/** The time, once a second for as long as somebody looks. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** `4:59` until a time; `0:00` when it is over. */
export function countdown(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((until.getTime() - now.getTime()) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** What becomes of a failed instance by itself: `never`, `soon`, or how long it waits yet. */
export function restartOf(instance: Restarted, now: Date): 'never' | 'soon' | { waits: string } {
  if (!instance.autoRestartEnabled) return 'never'
  if (restartingSoon({ ...instance, runState: 'failed' }, now)) return 'soon'
  return { waits: countdown(instance.autoRestartCooldownExpiration!, now) }
}

/** A policy in the words of its badge. */
export const policyWords = (policy: Restarted['autoRestartPolicy']): string =>
  policy === null ? 'Default' : policy.replaceAll('_', ' ')
