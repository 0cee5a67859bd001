import { expect, test } from 'vitest'
import { loadsOf } from './load.ts'
import { loadText, MAX_INSTANCES } from './load-text.ts'

const series = (id: string, values: (number | null)[]) => ({
  fields: { instance_id: { value: id } },
  points: { timestamps: values.map((_, at) => new Date(at)), values: [{ values: { values } }] },
})

test('the query of a whole page is no longer than the server reads', () => {
  const ids = Array.from({ length: MAX_INSTANCES }, () => crypto.randomUUID())
  const text = loadText(ids, Date.UTC(2026, 0, 2, 12))
  expect(text.length).toBeLessThan(4096)
  expect(text).toContain('timestamp >= @2026-01-02T10:50:00.000 && timestamp < @2026-01-02T12:00:00.000')
  expect(text).toContain(`(instance_id == "${ids[0]}" || instance_id == "${ids[1]}"`)
})

test('a load is in virtual CPUs, without the first point', () => {
  const timeseries = [series('a', [9e9, 5e9, null, 10e9]), series('b', [9e9, null])]
  expect(loadsOf({ tables: [{ timeseries }] })).toEqual({ a: [1, null, 2] })
  expect(loadsOf({ tables: [] })).toEqual({})
})
