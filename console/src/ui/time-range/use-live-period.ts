import { now } from '../../time/clock.ts'
import { useEffect, useState } from 'react'
import type { Period } from '../chart/lines.ts'
import { isPreset, periodOf, type Range } from './ranges.ts'
import { type Interval, millisecondsOf } from './refresh-interval.tsx'

/** Milliseconds that a changed range waits for the next change. */
const DEBOUNCE = 400

type LivePeriod = {
  /** The period of the range as it is now. */
  period: Period
  /** The period to request: it follows the range with a delay. */
  settled: Period
  interval: Interval
  setInterval: (interval: Interval) => void
  /** Moves a preset to now. */
  slide: () => void
}

/** Turns a range into a period. A preset slides to now with every tick of an interval, while the page is visible. */
export function useLivePeriod(range: Range): LivePeriod {
  const [end, setEnd] = useState(now)
  const [interval, chooseInterval] = useState<Interval>('10s')
  const [settledRange, settle] = useState(range)
  const key = JSON.stringify(range)
  const settledKey = JSON.stringify(settledRange)
  useEffect(() => {
    if (key === settledKey) return undefined
    const timer = setTimeout(() => {
      settle(JSON.parse(key) as Range)
      setEnd(now())
    }, DEBOUNCE)
    return () => clearTimeout(timer)
  }, [key, settledKey])
  const every = isPreset(range) ? millisecondsOf(interval) : null
  useEffect(() => {
    if (every === null) return undefined
    const timer = window.setInterval(() => document.visibilityState === 'visible' && setEnd(now()), every)
    return () => window.clearInterval(timer)
  }, [every])
  return {
    period: periodOf(range, end),
    settled: periodOf(settledRange, end),
    interval,
    setInterval: chooseInterval,
    slide: () => setEnd(now()),
  }
}
