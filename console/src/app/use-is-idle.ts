import { useEffect, useState } from 'react'

/** Returns whether the browser has been idle since the component was mounted. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callbacks.
    const handle = (window.requestIdleCallback ?? setTimeout)(() => setIsIdle(true))
    return () => (window.cancelIdleCallback ?? clearTimeout)(handle)
  }, [])
  return isIdle
}
