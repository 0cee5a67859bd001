import { expect, test } from 'vitest'
import { auditSearch, ignoredIn } from './search.ts'

test('names the filters of a URL that mean nothing', () => {
  const given = { result: 'maybe', actor: 'ann', resource: 7, from: 'yesterday', range: { a: 1 } }
  expect(ignoredIn(given)).toEqual([
    { key: 'range', value: '{"a":1}' },
    { key: 'from', value: 'yesterday' },
    { key: 'result', value: 'maybe' },
    { key: 'actor', value: 'ann' },
    { key: 'resource', value: '7' },
  ])
  expect(Object.values(auditSearch(given)).every((value) => value === undefined)).toBe(true)
})

test('takes valid, empty and unknown parts of a URL for no invalid filter', () => {
  const actor = '3fa85f64-5717-4562-b3fc-2c963f66afa6'
  expect(ignoredIn({ actor, text: 12, operation: '', result: undefined, size: 'x' })).toEqual([])
})

test('cuts long values', () => {
  const [text, object] = ignoredIn({ result: 'x'.repeat(999), range: { a: 'x'.repeat(999) } })
  expect([text?.value.length, object?.value.length]).toEqual([100, 100])
})

test('ignores times that the server cannot take', () => {
  const given = { from: '-271821-04-20T00:00:00Z', to: '+275760-09-13T00:00:00Z' }
  expect(ignoredIn(given).map(({ key }) => key)).toEqual(['from', 'to'])
})

test('takes times without a range for a custom range, and leaves a named range alone', () => {
  const from = '2026-01-02T00:00:00.000Z'
  expect(auditSearch({ from })).toMatchObject({ range: 'custom', from })
  expect(auditSearch({ to: from })).toMatchObject({ range: 'custom', to: from })
  expect(auditSearch({ range: 'week', from })).toMatchObject({ range: 'week' })
  expect(auditSearch({ from: 'yesterday' }).range).toBeUndefined()
})
