import { useEffect, useState } from 'react'

/** Milliseconds after which a busy browser counts as idle. */
const MAX_WAIT_MS = 1_000

/** Returns whether the browser has been idle since the component was mounted. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    const done = () => setIsIdle(true)
    // Safari has no idle callbacks.
    if (!window.requestIdleCallback) {
      const timer = setTimeout(done)
      return () => clearTimeout(timer)
    }
    const handle = window.requestIdleCallback(done, { timeout: MAX_WAIT_MS })
    return () => window.cancelIdleCallback(handle)
  }, [])
  return isIdle
}
