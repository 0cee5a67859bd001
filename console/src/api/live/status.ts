import { useSyncExternalStore } from 'react'

/** `live`: changes are pushed. `reconnecting`: data may be stale. `polling`: the server has no event stream. */
export type Live = { state: 'live' | 'reconnecting' | 'polling' }

let current: Live & { since: Date } = { state: 'reconnecting', since: new Date() }
const listeners = new Set<() => void>()

/** Sets the freshness of the data from now on. */
export function setLive(next: Live): void {
  if (next.state === current.state) return
  current = { ...next, since: new Date() }
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
