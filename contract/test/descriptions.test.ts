import { expect, test } from 'vitest'
import { components, described, partsOf, type Schema } from './schemas.ts'

/** Returns the paths of a schema's fields without a description. A union's discriminating constant needs none. */
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

test('describes every field and parameter', () => {
  expect([...names]).toEqual([])
})
