import { useLayoutEffect, useState } from 'react'

/** Minimum milliseconds of a spinner, so that a quick answer doesn't make it flash. */
export const SPINNER_MINIMUM = 500

/** True while `active` is, and until it has been true for at least `minimum` milliseconds. */
export function useMinimum(active: boolean, minimum = SPINNER_MINIMUM): boolean {
  const [held, setHeld] = useState(false)
  useLayoutEffect(() => {
    if (!active) return undefined
    const since = Date.now()
    return () => {
      const left = since + minimum - Date.now()
      if (left <= 0) return
      setHeld(true)
      setTimeout(() => setHeld(false), left)
    }
  }, [active, minimum])
  return active || held
}
