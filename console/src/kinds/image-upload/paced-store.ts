import { throttle } from 'es-toolkit/function'
import type { Followed } from '../../ui/store.ts'

/** Throttles a store's notifications, but never drops the last one. @param every milliseconds. */
export const atMostEvery = <Value>(every: number, { get, subscribe }: Followed<Value>): Followed<Value> => ({
  get,
  subscribe(listener) {
    const tell = throttle(listener, every)
    const end = subscribe(tell)
    return () => {
      end()
      tell.cancel()
    }
  },
})
