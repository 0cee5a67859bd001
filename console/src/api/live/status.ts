import { nowDate } from '../../time/clock.ts'
import { useSyncExternalStore } from 'react'

/**
 * `live`: changes are pushed. `reconnecting`: data may be stale. `signed out`: the session has ended, but the page stays for its draft.
 * `polling`: the server has no event stream.
 */
export type Live = { state: 'live' | 'reconnecting' | 'signed out' | 'polling' }

let current: Live & { since: Date } = { state: 'reconnecting', since: nowDate() }
const listeners = new Set<() => void>()

const isStale = ({ state }: Live) => state === 'reconnecting' || state === 'signed out'

/** Sets the freshness of the data from now on. Stale data stays as old as it is, whatever is the reason. */
export function setLive(next: Live): void {
  if (next.state === current.state) return
  current = { ...next, since: isStale(next) && isStale(current) ? current.since : nowDate() }
  for (const listener of listeners) listener()
}

/** Returns the freshness of the data on the screen, and since when. */
export const useLive = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
