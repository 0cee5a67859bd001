import { useLayoutEffect, useState } from 'react'
import { createStore, useStore } from '../store.ts'

/** Bars with buttons, which toasts must not cover. */
const bars = createStore<ReadonlySet<Element>>(new Set())

/** Keeps toasts above an element at the bottom of the screen. Use as `ref`. */
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

type Box = { left: number; right: number; top: number; bottom: number }

/** Space between a toast and the bar below it, in pixels. */
const GAP = 8

/**
 * Returns how far a stack of toasts must be lifted so that it covers no bar, in pixels.
 * @param stack its place without a lift.
 */
export function toastOffset(stack: Box, others: readonly Box[]): number {
  let lift = 0
  // From the lowest bar up, because a lifted stack may reach the next one.
  for (const bar of others.toSorted((a, b) => b.bottom - a.bottom)) {
    const isEmpty = bar.top >= bar.bottom
    const isBeside = bar.left >= stack.right || bar.right <= stack.left
    const isAbove = bar.bottom <= stack.top - lift
    const isBelow = bar.top >= stack.bottom - lift
    if (!isEmpty && !isBeside && !isAbove && !isBelow) lift = stack.bottom - bar.top + GAP
  }
  return lift
}

/** Returns the current lift of a stack of toasts; measured again when toasts or bars appear, disappear or resize. */
export function useToastOffset(stack: HTMLElement | null, count: number): number {
  const others = useStore(bars)
  const [lift, setLift] = useState(0)
  useLayoutEffect(() => {
    if (!stack || count === 0) return undefined
    const measure = () => {
      // Offsets don't include the lift.
      const { offsetLeft: left, offsetTop: top, offsetWidth, offsetHeight } = stack
      const unlifted = { left, right: left + offsetWidth, top, bottom: top + offsetHeight }
      const boxes = [...others].map((bar) => bar.getBoundingClientRect())
      setLift(toastOffset(unlifted, boxes))
    }
    measure()
    const observer = globalThis.ResizeObserver && new ResizeObserver(measure)
    for (const element of [stack, ...others]) observer?.observe(element)
    window.addEventListener('resize', measure)
    return () => {
      observer?.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [stack, count, others])
  return lift
}
