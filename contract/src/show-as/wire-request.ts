/** A request of one operation, in wire names. */
export type WireRequest = {
  /** The operation's id. */
  id: string
  method: string
  /** Path with its parameters in braces: `/v1/disks/{disk}`. */
  path: string
  /** Values of the path's parameters, in their order. */
  args: readonly string[]
  query: readonly (readonly [name: string, value: string])[]
  /** The JSON body; undefined without one. */
  body?: unknown
}

/** Returns the path of a request with its parameters and query. */
export function targetOf({ path, args, query }: WireRequest): string {
  let at = 0
  const filled = path.replace(/\{\w+\}/g, () => encodeURIComponent(args[at++]!))
  const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
  return search.size > 0 ? `${filled}?${search.toString()}` : filled
}
