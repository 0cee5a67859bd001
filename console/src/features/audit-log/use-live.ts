import { useEffect, useRef, useState } from 'react'

/** Interval between two reads of a live log; milliseconds. */
const INTERVAL_MS = 5_000

type Live = { isOn: boolean; onChange: (isOn: boolean) => void }

/**
 * Reads the first page of the newest entries again and again, while the page is visible.
 * @param isOpen whether the range of time has no end.
 * @returns null where new entries can't appear.
 */
export function useLive(
  { isFirst, refetch }: { isFirst: boolean; refetch: () => Promise<unknown> },
  isOpen: boolean,
): Live | null {
  const [isOn, setIsOn] = useState(true)
  const read = useRef(refetch)
  useEffect(() => {
    read.current = refetch
  })
  const isRunning = isOn && isFirst && isOpen
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => {
      if (!document.hidden) void read.current()
    }, INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return isFirst && isOpen ? { isOn, onChange: setIsOn } : null
}
