import { expect, test } from 'vitest'
import { alertSearch } from './alert-search.ts'

const NOTHING = { range: 'all', from: undefined, to: undefined, state: 'unresolved', class: undefined }

test('a list begins with what needs attention, at any time', () => {
  expect(alertSearch({})).toEqual(NOTHING)
})

test('reads the filters of a link', () => {
  expect(alertSearch({ state: 'other', class: 'instance.**', range: 'week' })).toEqual({
    ...NOTHING,
    state: 'other',
    class: 'instance.**',
    range: 'week',
  })
})

test('a link with times alone has a range of its own', () => {
  expect(alertSearch({ from: '2026-11-28', to: '2026-11-29T01:00:00+01:00' })).toMatchObject({
    range: 'custom',
    from: '2026-11-28T00:00:00.000Z',
    to: '2026-11-29T00:00:00.000Z',
  })
  expect(alertSearch({ range: 'hour', from: '2026-11-28' }).range).toBe('hour')
})

test.each([
  { state: 'nothing' },
  { state: ['all'] },
  { class: 'a..b' },
  { class: 7 },
  { class: '' },
  { range: 'forever' },
  { from: 'yesterday' },
  { to: '-1000' },
  { other: 'x' },
])('ignores %j', (search) => {
  expect(alertSearch(search)).toEqual(NOTHING)
})
