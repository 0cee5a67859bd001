import { useSyncExternalStore } from 'react'

export type Store<Value> = {
  get: () => Value
  set: (value: Value | ((before: Value) => Value)) => void
  subscribe: (listener: () => void) => () => void
}

/** A value outside React that components can subscribe to, such as toasts and preferences. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = typeof next === 'function' ? (next as (before: Value) => Value)(value) : next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The part of a store that subscribers need. */
export type Followed<Value> = Pick<Store<Value>, 'get' | 'subscribe'>

/** Returns the value of a store. The component renders again when it changes. */
export const useStore = <Value>(store: Followed<Value>): Value =>
  useSyncExternalStore(store.subscribe, store.get, store.get)
