const toSnake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toCamel = (key: string): string => key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** A request body as it goes on the wire: every key in snake_case. */
export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [toSnake(key), toWire(item)]))
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z?$/

/** Whether values under a key are times: it starts with `time_`, ends with `_time` or `_expiration`, or is `timestamp`. */
const isTimeKey = (key: string): boolean => key === 'timestamp' || /^time_|_time$|_expiration$/.test(key)

/**
 * A response as the console uses it: every key in camelCase, times as dates. The rule knows no schema, so maps with free
 * keys are renamed as well; nothing that the console shows has such keys with an underscore.
 */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire)
  if (!isPlain(value)) return value
  const result: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) {
    const isTime = typeof item === 'string' && isTimeKey(key) && ISO_TIME.test(item)
    result[toCamel(key)] = isTime ? new Date(item) : fromWire(item)
  }
  return result
}
