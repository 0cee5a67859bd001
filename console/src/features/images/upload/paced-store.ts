import { throttle } from 'es-toolkit/function'
import type { Followed } from '../../../ui/store.ts'

/** The same store, which tells of its changes no more often than that; of the last one always. @param every milliseconds. */
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
