import { useSyncExternalStore } from 'react'

/** `live`: changes are pushed. `reconnecting`: what is shown may be old. `polling`: the server does not push. */
export type Live = { state: 'live' | 'reconnecting' | 'polling' }

let current: Live & { since: Date } = { state: 'reconnecting', since: new Date() }
const listeners = new Set<() => void>()

/** Says how fresh the data is from now on. */
export function setLive(next: Live): void {
  if (next.state === current.state) return
  current = { ...next, since: new Date() }
  for (const listener of listeners) listener()
}

/** How fresh the data on the screen is, and since when. */
export const useLive = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
  )
