import type { Call } from '@granary/contract/call.ts'
import type { WireRequest } from '@granary/contract/show-as/wire-request.ts'
import { toSnake, toWire } from './casing.ts'

/** The input of any call. */
export type Parts = { path?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

let record: ((request: WireRequest) => void) | null = null

/** Hands a request to {@link firstRequestOf}, which then runs. @returns false outside of it: the request is sent. */
export function isRecorded(call: Pick<Call, 'id' | 'method' | 'path'>, parts: Parts): boolean {
  if (record === null) return false
  const recorded = record
  record = null
  recorded(wireRequestOf(call, parts))
  return true
}

/**
 * Runs an action up to its first request that changes something, and returns this request without sending it. The
 * action never continues.
 * @returns null if the action ends without such a request.
 * @throws the error of an action that ends with one.
 */
export async function firstRequestOf(action: () => unknown): Promise<WireRequest | null> {
  try {
    return await new Promise((resolve, reject) => {
      record = resolve
      Promise.resolve(action()).then(() => resolve(null), reject)
    })
  } finally {
    record = null
  }
}

/** Returns a call in wire names. */
function wireRequestOf(
  { id, method, path }: Pick<Call, 'id' | 'method' | 'path'>,
  parts: Parts,
): WireRequest {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
  const query = Object.entries(parts.query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== null && item !== undefined)
      .map((item) => [toSnake(name), item instanceof Date ? item.toISOString() : String(item)] as const),
  )
  // As JSON, so that the rest sees exactly what would be sent.
  const body =
    parts.body === undefined ? {} : { body: JSON.parse(JSON.stringify(toWire(parts.body))) as unknown }
  return { id, method, path, args: names.map((name) => String(parts.path?.[name])), query, ...body }
}
