import { expect, test } from 'vitest'
import { tokensOf } from './query-tokens.ts'

const QUERY =
  'get a:b | filter timestamp >= @2026-01-02T10:58:00.000 && disk == "get 5s" | align mean_within(60s)'
const of = (kind: string) =>
  tokensOf(QUERY)
    .filter((token) => token.kind === kind)
    .map(({ text }) => text)

test('the tokens together are the query', () => {
  expect(
    tokensOf(QUERY)
      .map(({ text }) => text)
      .join(''),
  ).toBe(QUERY)
  expect(tokensOf('')).toEqual([])
})

test('finds keywords, strings, times and numbers, and no keywords within strings', () => {
  expect(of('keyword')).toEqual(['get', '|', 'filter', '&&', '|', 'align', 'mean_within'])
  expect(of('string')).toEqual(['"get 5s"'])
  expect(of('number')).toEqual(['@2026-01-02T10:58:00.000', '60s'])
})
