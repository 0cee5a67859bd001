/** `timeCreated` → `time_created`; the form of every key on the wire. */
export const toSnake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toCamel = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * The fields (wire names) whose value is a map with free keys: those keys are data and stay as they are. Everything else is
 * converted without knowing any schema, so that none has to be loaded.
 */
const MAPS = new Set(['mapped_fleet_roles', 'fields', 'history', 'components_by_release_version'])

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Converts the values of a map; its keys are kept. */
const mapValues = (map: Record<string, unknown>, convert: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]))

/** A request body as it goes on the wire: every key in snake_case. */
export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = toSnake(key)
      return [name, MAPS.has(name) && isPlain(item) ? mapValues(item, toWire) : toWire(item)]
    }),
  )
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/

/** Whether values under a key are times: it starts with `time_`, ends with `_time` or `_expiration`, or is `timestamp`. */
const isTimeKey = (key: string): boolean => key === 'timestamp' || /^time_|_time$|_expiration$/.test(key)

/** A response as the console uses it: every key in camelCase, times as dates. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (typeof item === 'string' && isTimeKey(key) && ISO_TIME.test(item))
        return [toCamel(key), new Date(item)]
      return [toCamel(key), MAPS.has(key) && isPlain(item) ? mapValues(item, fromWire) : fromWire(item)]
    }),
  )
}
