import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetAllQueries, forgetQuery, MAX_QUERIES, pastQueries, rememberQuery } from './history.ts'

const KEY = 'metric-queries'
const queriesOf = (user: string) => pastQueries.of(pastQueries.get(), user).map(({ query }) => query)

afterEach(() => vi.restoreAllMocks())
beforeEach(() => {
  for (const user of ['silo/ada', 'silo/bob']) forgetAllQueries(user)
})

test('keeps the last queries of each user, each once, the newest first', () => {
  for (const query of ['a', 'b', 'a']) rememberQuery('silo/ada', query)
  rememberQuery('silo/bob', 'c')
  expect([queriesOf('silo/ada'), queriesOf('silo/bob')]).toEqual([['a', 'b'], ['c']])
  for (let count = 0; count <= MAX_QUERIES; count++) rememberQuery('silo/ada', `query ${count}`)
  expect(queriesOf('silo/ada')).toHaveLength(MAX_QUERIES)
  expect(queriesOf('silo/ada')[0]).toBe(`query ${MAX_QUERIES}`)
})

test('deletes one query, and all of a user', () => {
  for (const query of ['a', 'b']) rememberQuery('silo/ada', query)
  rememberQuery('silo/bob', 'c')
  forgetQuery('silo/ada', 'a')
  expect(queriesOf('silo/ada')).toEqual(['b'])
  forgetAllQueries('silo/ada')
  expect([queriesOf('silo/ada'), queriesOf('silo/bob')]).toEqual([[], ['c']])
})

test('keeps the queries that another tab has added', () => {
  rememberQuery('silo/ada', 'a')
  const theirs = { 'silo/ada': [{ query: 'theirs', time: '2026-01-01T00:00:00Z' }] }
  localStorage.setItem(KEY, JSON.stringify(theirs))
  rememberQuery('silo/ada', 'b')
  expect(queriesOf('silo/ada')).toEqual(['b', 'theirs'])
  expect(JSON.parse(localStorage.getItem(KEY)!)['silo/ada']).toHaveLength(2)
})

test('ignores what is no query in the storage', () => {
  const valid = { query: 'a', time: '2026-01-01T00:00:00Z' }
  const queries = [valid, null, 3, { query: 'b' }, { query: 1, time: valid.time }, { query: 'c', time: 'x' }]
  localStorage.setItem(KEY, JSON.stringify({ 'silo/ada': queries, 'silo/bob': { length: 1 } }))
  rememberQuery('silo/ada', 'new')
  expect([queriesOf('silo/ada'), queriesOf('silo/bob')]).toEqual([['new', 'a'], []])
  for (const wrong of ['null', '3', '"a"', '{"silo/ada":null}', '{']) {
    localStorage.setItem(KEY, wrong)
    forgetAllQueries('silo/ada')
    rememberQuery('silo/ada', 'new')
    expect(queriesOf('silo/ada')).toEqual(['new'])
  }
})

test('a history starts without what is no query in the storage', async () => {
  localStorage.setItem(KEY, '{"silo/ada":null,"silo/bob":[null]}')
  vi.resetModules()
  const { pastQueries: loaded } = await import('./history.ts')
  expect(loaded.of(loaded.get(), 'silo/ada')).toEqual([])
  expect(loaded.of(loaded.get(), 'silo/bob')).toEqual([])
})

test('keeps changes in memory while the storage is full', () => {
  for (const query of ['a', 'b']) rememberQuery('silo/ada', query)
  const write = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  rememberQuery('silo/ada', 'c')
  forgetQuery('silo/ada', 'a')
  rememberQuery('silo/ada', 'd')
  expect(queriesOf('silo/ada')).toEqual(['d', 'c', 'b'])
  write.mockRestore()
  rememberQuery('silo/ada', 'e')
  expect(queriesOf('silo/ada')).toEqual(['e', 'd', 'c', 'b'])
})
