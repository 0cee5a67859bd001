/** An observable value. */
export type State<Value> = {
  get: () => Value
  set: (change: (before: Value) => Value) => void
  /** @returns a function that ends the subscription. */
  subscribe: (listener: () => void) => () => void
}

export function createState<Value>(initial: Value): State<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(change) {
      value = change(value)
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
