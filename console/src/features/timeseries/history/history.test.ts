import { beforeEach, expect, test } from 'vitest'
import { forgetAllQueries, forgetQuery, MAX_QUERIES, pastQueries, rememberQuery } from './history.ts'

const KEY = 'metric-queries'
const queriesOf = (user: string) => pastQueries.of(pastQueries.get(), user).map(({ query }) => query)

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
