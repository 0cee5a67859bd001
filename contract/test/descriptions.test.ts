import { expect, test } from 'vitest'
import { components, described, partsOf, type Schema } from './schemas.ts'

/** The fields of a schema without a description, by their path. The constant that tells a union's options apart needs none. */
function* undescribedIn(schema: Schema, path: string): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const at = `${path}.${name}`
    if (field.description === undefined && field.const === undefined) yield at
    yield* undescribedIn(field, at)
  }
  for (const part of partsOf(schema)) yield* undescribedIn(part, path)
}

const names = new Set([
  ...Object.entries(components).flatMap(([name, schema]) => [...undescribedIn(schema, name)]),
  ...described.flatMap(({ operationId, parameters }) =>
    parameters.filter(({ description }) => !description).map(({ name }) => `${operationId}?${name}`),
  ),
])

test('every field and parameter is described', () => {
  expect([...names]).toEqual([])
})
