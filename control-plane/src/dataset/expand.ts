import { fail } from './problem.ts'

type Json = unknown
type Item = Record<string, Json>
/** One resource of a data set as written, with its JSON path. */
export type Written = { path: string; item: Item }

const MAX_ITEMS = 1_000_000

const isObject = (value: Json): value is Item =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Expands the elements of a list: `repeat` makes copies, `cycle` gives fields values in turn, and `{n}` in any text
 * is the number of the copy, from 1.
 */
export function* expandList(path: string, list: Json): Generator<Written> {
  if (!Array.isArray(list)) return fail(path, 'must be a list')
  for (const [index, element] of list.entries()) {
    const at = `${path}[${index}]`
    if (!isObject(element)) return fail(at, 'must be an object')
    const { repeat, cycle, ...item } = element
    if (repeat === undefined && cycle === undefined) yield { path: at, item }
    else yield* copies(at, item, repeat, cycle)
  }
}

function* copies(path: string, item: Item, repeat: Json, cycle: Json = {}): Generator<Written> {
  if (typeof repeat !== 'number' || !Number.isInteger(repeat) || repeat < 0 || repeat > MAX_ITEMS)
    return fail(`${path}.repeat`, `must be a whole number from 0 to ${MAX_ITEMS}`)
  if (!isObject(cycle)) return fail(`${path}.cycle`, 'must be an object that gives fields lists of values')
  const lists = Object.entries(cycle).map(([field, values]) => {
    if (!Array.isArray(values) || values.length === 0)
      return fail(`${path}.cycle.${field}`, 'must be a list of at least one value')
    const list: Json[] = values
    return [field, list] as const
  })
  for (let n = 1; n <= repeat; n++) {
    // A null in the cycle leaves the field out of that copy.
    const turns = lists.map(([field, values]) => [field, values[(n - 1) % values.length]] as const)
    const own = Object.fromEntries(turns.filter(([, value]) => value !== null))
    yield { path: `${path} (n = ${n})`, item: substitute({ ...item, ...own }, n) as Item }
  }
}

/**
 * `{n}`, `{n%7}` (1 to 7, repeating), `{n/7}` (1 seven times, then 2), each with an optional width: `{n:4}` is 0001.
 */
const PLACE = /\{n(?:([%/])([1-9]\d*))?(?::([1-9]))?\}/g

function substitute(value: Json, n: number): Json {
  if (typeof value === 'string')
    return value.replace(PLACE, (_, operator?: string, by?: string, width?: string) => {
      const number =
        operator === '%'
          ? ((n - 1) % Number(by)) + 1
          : operator === '/'
            ? Math.floor((n - 1) / Number(by)) + 1
            : n
      return String(number).padStart(Number(width ?? 1), '0')
    })
  if (Array.isArray(value)) return value.map((each) => substitute(each, n))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, substitute(each, n)]))
  return value
}
