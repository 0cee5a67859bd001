import { restartingSoon } from '@granary/domain/instance-states.ts'
import { useEffect, useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { Instance } from './use-instance.ts'

/** The time, once a second for as long as somebody looks. */
function useNow(): Date {
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

/** Whether and when a failed instance is started again, counted down. */
export function AutoRestartStatus({ instance }: { instance: Instance }) {
  const now = useNow()
  const { autoRestartEnabled, autoRestartCooldownExpiration: until } = instance
  const soon = restartingSoon(instance, now)
  const explanation = !autoRestartEnabled
    ? 'Its policy says that it is not restarted automatically.'
    : soon
      ? 'It is about to be restarted automatically.'
      : 'It is restarted automatically when the cooldown since the last restart is over.'
  return (
    <Tooltip content={explanation} side="bottom">
      <button type="button" aria-label="Auto-restart status" className="rounded">
        <Badge color={autoRestartEnabled ? 'info' : 'neutral'}>
          {soon && <Spinner className="size-2.5" />}
          {!autoRestartEnabled
            ? 'no auto-restart'
            : soon
              ? 'restarting soon…'
              : `restart in ${countdown(until!, now)}`}
        </Badge>
      </button>
    </Tooltip>
  )
}
