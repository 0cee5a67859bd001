type Handlers = Record<string, unknown>

/** Merges two sets of props. Handlers of the same name run one after the other; of other props the second wins. */
export function chain<First extends object>(first: First, second: Handlers): First {
  const joined = { ...first } as Handlers
  for (const [name, value] of Object.entries(second)) {
    if (value === undefined) continue
    const before = joined[name]
    joined[name] =
      typeof before === 'function' && typeof value === 'function'
        ? (...args: unknown[]) => {
            before(...args)
            value(...args)
          }
        : value
  }
  return joined as First
}
