import { MAPS, TIMES } from '@granary/contract/generated/wire.ts'

/** `timeCreated` → `time_created`; the form of every key on the wire. */
export const toSnake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toCamel = (key: string): string =>
  key.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Keys of a map are data and stay unchanged. All others are converted by the field names that the contract generates,
 * so that no schema has to be loaded.
 */
const isMap = (name: string, value: unknown): value is Record<string, unknown> =>
  MAPS.includes(name) && isPlain(value)

/** Whether a value is an object of JSON: neither an array nor an object of a class. */
export const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Converts the values of a map and keeps its keys. */
const mapValues = (map: Record<string, unknown>, convert: (value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, convert(value)]))

/** Converts a request body to its wire form: every key in snake_case. */
export function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = toSnake(key)
      return [name, isMap(name, item) ? mapValues(item, toWire) : toWire(item)]
    }),
  )
}

const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/

/** Converts a response for the console: every key in camelCase, times as dates. */
export function fromWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromWire)
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (typeof item === 'string' && TIMES.includes(key) && ISO_TIME.test(item))
        return [toCamel(key), new Date(item)]
      return [toCamel(key), isMap(key, item) ? mapValues(item, fromWire) : fromWire(item)]
    }),
  )
}
