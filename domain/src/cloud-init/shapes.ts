import type { FindingLevel, Path } from './finding.ts'

/** A value that doesn't have the type of its key. */
export type Mismatch = { level: FindingLevel; path: Path; message: string }
/** Checks a value. @param name what a message calls it. */
export type Shape = (value: unknown, path: Path, name: string) => Mismatch[]

type Mapping = Readonly<Record<string, unknown>>

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Date) &&
  !(value instanceof Uint8Array)

function described(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isMapping(value)) return 'a map of keys and values'
  if (value instanceof Date) return 'a date'
  if (typeof value === 'boolean') return `the value ${value}`
  return typeof value === 'number' || typeof value === 'bigint' ? 'a number' : 'text'
}

/** Returns a shape from a test of the value; `wanted` completes "must be". An empty value is only a hint. */
const shape =
  (wanted: string, fits: (value: unknown) => boolean, help = ''): Shape =>
  (value, path, name) => {
    if (value === null || value === undefined)
      return [{ level: 'hint', path, message: `${name} is empty; it must be ${wanted}` }]
    if (fits(value)) return []
    const message = `${name} must be ${wanted}, but is ${described(value)}${help && `. ${help}`}`
    return [{ level: 'warning', path, message }]
  }

const isText = (value: unknown): value is string => typeof value === 'string'

export const text = shape('text', isText, 'Put it in quotes')
/** Text, or binary data in base64. */
export const content = shape('text', (value) => isText(value) || value instanceof Uint8Array)
export const flag = shape('true or false', (value) => typeof value === 'boolean')
export const flagOr = (...words: string[]): Shape =>
  shape(
    `true, false or ${words.join(' or ')}`,
    (value) => typeof value === 'boolean' || (isText(value) && words.includes(value)),
  )
export const number = shape('a number', (value) => typeof value === 'number')
/** File permissions: `'0644'`, or the number that YAML makes of 0644. */
export const permissions = shape(
  "text such as '0644'",
  (value) => typeof value === 'number' || (isText(value) && /^[0-7]{3,4}$/.test(value)),
)

/** A list whose items have a shape. */
export const listOf =
  (item: Shape, itemName: string): Shape =>
  (value, path, name) => {
    const problems = shape('a list, with "- " before each item', Array.isArray)(value, path, name)
    if (problems.length > 0 || !Array.isArray(value)) return problems
    return value.flatMap((one, index) => item(one, [...path, index], itemName))
  }

/** A value of one of several kinds: the first one that accepts the type checks it. */
export const either =
  (wanted: string, ...shapes: [fits: (value: unknown) => boolean, shape: Shape][]): Shape =>
  (value, path, name) => {
    const found = shapes.find(([fits]) => fits(value))
    return found ? found[1](value, path, name) : shape(wanted, () => false)(value, path, name)
  }

/** A map. Keys that are not listed may have any value. */
export const mapOf =
  (keys: Readonly<Record<string, Shape>>, ...required: string[]): Shape =>
  (value, path, name) => {
    const problems = shape('a map of keys and values', isMapping)(value, path, name)
    if (problems.length > 0 || !isMapping(value)) return problems
    return [
      ...required
        .filter((key) => !Object.hasOwn(value, key))
        .map((key): Mismatch => ({ level: 'warning', path, message: `${name} needs "${key}"` })),
      ...Object.entries(keys).flatMap(([key, check]) =>
        Object.hasOwn(value, key) ? check(value[key], [...path, key], `"${key}"`) : [],
      ),
    ]
  }

const any: Shape = () => []
const commandWords: Shape = (value, path) =>
  (value as unknown[]).some(
    (word) => isMapping(word) || Array.isArray(word) || word === null || word === undefined,
  )
    ? [{ level: 'warning', path, message: 'The words of a command must be text' }]
    : []

/** A command for a shell, or the words of a program's call. */
export const command: Shape = (value, path, name) => {
  if (isMapping(value))
    return [
      {
        level: 'warning',
        path,
        message: `${name} must be text or a list of words, but ": " makes it a map. Put it in quotes`,
      },
    ]
  return either('text or a list of words', [isText, any], [Array.isArray, commandWords])(value, path, name)
}

/** Text, or a list or a map with shapes of their own. */
export const textOr = (wanted: string, list: Shape | null, map: Shape | null): Shape =>
  either(
    wanted,
    [isText, any],
    ...(list ? [[Array.isArray, list] as [typeof Array.isArray, Shape]] : []),
    ...(map ? [[isMapping, map] as [typeof isMapping, Shape]] : []),
  )
