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

test('a load begins with the first reading, before which there is only the mean since the start', () => {
  const loadOf = (...values: (number | null)[]) =>
    loadsOf({ tables: [{ timeseries: [series('a', [9e9, ...values])] }] })
  expect(loadOf(1.5e9, 1.5e9 + 1e-6, 1.5e9)).toEqual({})
  expect(loadOf(null, 1.5e9, 1.5e9, 2e9, 2.5e9)).toEqual({ a: [null, null, null, 0.4, 0.5] })
  expect(loadOf(1.5e9, 2e9, 2e9)).toEqual({ a: [0.3, 0.4, 0.4] })
  expect(loadOf(null, 1.5e9)).toEqual({ a: [null, 0.3] })
})

test('a load of whole virtual CPUs may be steady', () => {
  const timeseries = [series('idle', [9e9, 0, 0, 0]), series('busy', [9e9, 10e9, 10e9])]
  expect(loadsOf({ tables: [{ timeseries }] })).toEqual({ idle: [0, 0, 0], busy: [2, 2] })
})
