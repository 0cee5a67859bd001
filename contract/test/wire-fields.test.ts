import { expect, test } from 'vitest'
import { wireFields } from '../scripts/wire-fields.ts'

const time = { type: 'string', format: 'date-time' }
const map = { type: 'object', additionalProperties: { type: 'string' } }
const document = (properties: object) => ({
  components: { schemas: { Note: { type: 'object', properties } } },
})

test('finds times and maps, also nullable ones', () => {
  const nullable = { anyOf: [time, { type: 'null' }] }
  expect(wireFields(document({ time_read: nullable, time_created: time, labels: map, text: {} }))).toEqual({
    times: ['time_created', 'time_read'],
    maps: ['labels'],
  })
})

test('does not count an object without additional fields as a map', () => {
  expect(wireFields(document({ size: { type: 'object', additionalProperties: {} } })).maps).toEqual([])
})

test('refuses a name that is a time in one place only', () => {
  const inner = { type: 'object', properties: { due: { type: 'string' } } }
  expect(() => wireFields(document({ due: time, inner }))).toThrow(
    '"due" is a time or a map in one place only',
  )
})
