import { useLayoutEffect, useState } from 'react'
import type { Clearance } from './clear-place.ts'
import { createStore, useStore } from '../store.ts'

/** Bars with buttons, which toasts must not cover. */
const bars = createStore<ReadonlySet<Element>>(new Set())

/** Keeps toasts above an element at the bottom of the screen, or beside one with `data-terminal`. Use as `ref`. */
export function reserveToastSpace(bar: Element | null): (() => void) | undefined {
  if (!bar) return undefined
  bars.set((before) => new Set(before).add(bar))
  return () =>
    bars.set((before) => {
      const after = new Set(before)
      after.delete(bar)
      return after
    })
}

/** Loads with the first toast: no list shows one at first. */
const loadPlace = () => import('./clear-place.ts')

/** Returns the current clearance of a stack of toasts; measured again when toasts or bars appear, disappear or resize. */
export function useClearance(stack: HTMLElement | null, count: number): Clearance {
  const others = useStore(bars)
  const [clearance, setClearance] = useState<Clearance>({ lift: 0, width: null })
  useLayoutEffect(() => {
    if (!stack || count === 0) return undefined
    const over = new AbortController()
    // Without its code the stack stays where it is.
    loadPlace().then(
      ({ followPlace }) => followPlace(stack, others, setClearance, over.signal),
      () => {},
    )
    return () => over.abort()
  }, [stack, count, others])
  return clearance
}
