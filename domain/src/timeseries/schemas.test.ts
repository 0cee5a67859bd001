import { expect, test } from 'vitest'
import { schemaNamed, TIMESERIES_SCHEMAS } from './schemas.ts'

// The pattern of the published API.
const NAME = /^(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*):(([a-z]+[a-z0-9]*)(_([a-z0-9]+))*)$/

const names = TIMESERIES_SCHEMAS.map((schema) => schema.timeseriesName)

test('are sorted by name, without duplicates', () => {
  expect(names).toEqual([...new Set(names)].sort())
})

test.each(TIMESERIES_SCHEMAS)(
  '$timeseriesName has a name of the published form and distinct fields',
  (schema) => {
    expect(schema.timeseriesName).toMatch(NAME)
    const fields = schema.fieldSchema.map((field) => field.name)
    expect(new Set(fields).size).toBe(fields.length)
  },
)

test('a project’s series can be limited to the project and its silo', () => {
  for (const schema of TIMESERIES_SCHEMAS.filter((schema) => schema.authzScope === 'project')) {
    expect(schema.fieldSchema.map((field) => field.name)).toEqual(
      expect.arrayContaining(['project_id', 'silo_id']),
    )
  }
})

test('are found by their name', () => {
  expect(schemaNamed('virtual_disk:reads')?.units).toBe('count')
  expect(schemaNamed('virtual_disk:seeks')).toBeUndefined()
})
