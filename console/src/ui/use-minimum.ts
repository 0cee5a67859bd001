import { useEffect, useState } from 'react'

/** Spinners stay for at least so long, so that a quick answer is seen and does not flash; milliseconds. */
export const SPINNER_MINIMUM = 500

/** True while `active` is, and until it has been true for at least `minimum` milliseconds. */
export function useMinimum(active: boolean, minimum = SPINNER_MINIMUM): boolean {
  const [since, setSince] = useState<number | null>(null)
  useEffect(() => {
    if (active) return setSince((before) => before ?? Date.now())
    if (since === null) return
    const timer = setTimeout(() => setSince(null), Math.max(0, since + minimum - Date.now()))
    return () => clearTimeout(timer)
  }, [active, since, minimum])
  return active || since !== null
}
