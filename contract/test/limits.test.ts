import { expect, test } from 'vitest'
import { contract } from '../src/contract.ts'
import type { Operation } from '../src/operation.ts'
import { described, partsOf, resolve, type Schema } from './schemas.ts'

/** Formats whose values are short, or limited by the size of the body (`maxBody`). */
const SHORT = ['uuid', 'date-time', 'ipv4', 'ipv6', 'cidrv4', 'cidrv6', 'binary']

const limited = (schema: Schema): boolean => {
  if (schema.const !== undefined || schema.enum) return true
  // A text that may be null has two types.
  return [schema.type ?? []].flat().every((type) => {
    if (type === 'string') return schema.maxLength !== undefined || SHORT.includes(schema.format ?? '')
    if (type === 'array') return schema.maxItems !== undefined
    if (type !== 'integer' && type !== 'number') return true
    const { minimum = -Infinity, maximum = Infinity } = schema
    return Math.abs(minimum) < Number.MAX_SAFE_INTEGER && maximum < Infinity
  })
}

/** Returns the paths of a schema's texts, lists and numbers without a limit. */
function* unlimitedIn(given: Schema, path: string, seen: readonly Schema[] = []): Generator<string> {
  const schema = resolve(given)
  if (seen.includes(schema)) return
  if (!limited(schema)) yield path
  const above = [...seen, schema]
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    yield* unlimitedIn(field, `${path}.${name}`, above)
  for (const part of partsOf(schema))
    yield* unlimitedIn(part, part === schema.items ? `${path}[]` : path, above)
}

const names = new Set(
  described.flatMap(({ operationId, parameters, requestBody }) => [
    ...parameters.flatMap(({ name, schema }) => [...unlimitedIn(schema, `${operationId}?${name}`)]),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => [
      ...unlimitedIn(schema, operationId),
    ]),
  ]),
)

test('limits every text, list and number of a request', () => {
  expect([...names]).toEqual([])
})

/** The text of a bulk write, and its other fields. */
const MAX_PARSED = 1_048_576 + 1_024
/** A name, a password and a code, with every character escaped. */
const MAX_ANONYMOUS = 8_192
/** Answers of identity providers have signatures and certificates. */
const ANSWER = 'loginSaml'

test('limits the size of bodies that are parsed, and more so those of anyone', () => {
  for (const [id, { body, bodyType, maxBody, needs }] of Object.entries<Operation>(contract)) {
    if (bodyType === 'bytes' || bodyType === 'stream') continue
    expect(maxBody, id).toBeLessThanOrEqual(MAX_PARSED)
    if (body && needs.by === 'anyone' && id !== ANSWER) expect(maxBody, id).toBeLessThanOrEqual(MAX_ANONYMOUS)
  }
})
