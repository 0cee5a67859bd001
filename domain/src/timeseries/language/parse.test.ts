import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from './parse.ts'
import { messageWithPosition, QueryError } from './query-error.ts'
import type { Filter } from './syntax.ts'

const NOW = Date.UTC(2026, 4, 6, 7, 8, 9, 10)
const GET = 'get virtual_disk:reads'

const conditionOf = (text: string) => {
  const [operation] = parseQuery(`${GET} | filter ${text}`, NOW).operations
  return (operation as Filter).expression
}

/** Writes an expression with all its parentheses. */
function written(expression: Filter['expression']): string {
  if (expression.kind === 'compare') return expression.field
  if (expression.kind === 'match') return `${expression.field}~`
  if (expression.kind === 'not') return `!${written(expression.of)}`
  return `(${written(expression.left)} ${expression.kind} ${written(expression.right)})`
}

function refusalOf(text: string): string {
  try {
    parseQuery(text, NOW)
  } catch (error) {
    if (error instanceof QueryError) return messageWithPosition(text, error)
    throw error
  }
  return 'no error'
}

test('parses the query of a chart', () => {
  const text = `${GET}
    | filter timestamp >= @2026-05-06T07:00:00.000 && disk_id == "x" | align mean_within(60s) | group_by [disk_id], sum`
  expect(parseQuery(text, NOW)).toMatchObject({
    source: { kind: 'get', series: 'virtual_disk:reads' },
    operations: [
      { kind: 'filter', expression: { kind: 'and' } },
      { kind: 'align', method: 'mean_within', period: 60_000 },
      { kind: 'group_by', fields: [{ name: 'disk_id' }], reducer: 'sum' },
    ],
  })
})

test('parses nested queries', () => {
  const text = `{ { ${GET} ; ${GET} } | join ; ${GET} | first 2 } | last 0010`
  expect(parseQuery(text, NOW)).toMatchObject({
    source: {
      queries: [
        { source: { queries: [{}, {}] }, operations: [{ kind: 'join' }] },
        { operations: [{ kind: 'first', count: 2 }] },
      ],
    },
    operations: [{ kind: 'last', count: 10 }],
  })
})

describe('an expression', () => {
  test.each([
    ['a == 1 || b == 1 && c == 1 ^ !d == 1', '(a or (b and (c xor !d)))'],
    ['a == 1 ^ b == 1 && c == 1', '((a xor b) and c)'],
    ['!(a == 1 || b ~= "x") && !!c == 1', '(!(a or b~) and !!c)'],
    ['a == 1 && b == 1 && c == 1', '((a and b) and c)'],
  ])('%s means %s', (text, meaning) => {
    expect(written(conditionOf(text))).toBe(meaning)
  })
})

describe('a literal', () => {
  test.each([
    ['12', 'integer', 12],
    ['-0x1F', 'integer', -31],
    ['1.5e3', 'double', 1500],
    ['-0', 'integer', 0],
    ['true', 'boolean', true],
    [String.raw`'a\n\t\\\u{1F600}\''`, 'string', "a\n\t\\😀'"],
    ['"it\'s"', 'string', "it's"],
    ['@2024-02-29', 'timestamp', Date.UTC(2024, 1, 29)],
    ['@12:30:00.5', 'timestamp', Date.UTC(2026, 4, 6, 12, 30, 0, 500)],
    ['@2024-01-01T01:02:03.123456789', 'timestamp', Date.UTC(2024, 0, 1, 1, 2, 3, 123)],
    ['@now()', 'timestamp', NOW],
    ['@now ( ) -5m', 'timestamp', NOW - 300_000],
    ['@now() + 1Y', 'timestamp', NOW + 365 * 86_400_000],
  ])('%s is the %s %s', (text, type, value) => {
    expect(conditionOf(`a == ${text}`)).toMatchObject({ literal: { type, value } })
  })
})

describe('reports the position of a mistake', () => {
  test.each([
    ['', 'the query ends, but "get" or "{" must follow at line 1, column 1'],
    ['filter a == 1', 'expected "get" or "{", not "filter" at line 1, column 1'],
    [
      'get reads',
      'expected the name of a series such as virtual_disk:reads, not "reads" at line 1, column 5',
    ],
    [
      `${GET}\n  | sort`,
      'expected filter, align, group_by, join, first or last, not "sort" at line 2, column 5',
    ],
    [
      `${GET} | ${GET}`,
      'expected filter, align, group_by, join, first or last, not "get" at line 1, column 26',
    ],
    [`${GET} | filter a = 1`, 'use == to compare at line 1, column 35'],
    [`${GET} | filter a == "x`, 'the string has no end at line 1, column 38'],
    [`${GET} | filter a == 5q`, '"5q" is neither a number nor a duration at line 1, column 38'],
    [
      `${GET} | filter a == 5m`,
      '"5m" is a duration; compare with a time such as @now() - 5m at line 1, column 38',
    ],
    [`${GET} | filter a == 99999999999999999`, '99999999999999999 is too large at line 1, column 38'],
    [
      `${GET} | filter a == @2024-02-30`,
      '"@2024-02-30" is not a date or time that exists at line 1, column 38',
    ],
    [
      `${GET} | filter a == @2024-01-01T00:00:00Z`,
      'timestamps are in UTC and have no time zone at line 1, column 38',
    ],
    [
      `${GET} | filter a == "\\q"`,
      String.raw`"\q" is not an escape: use \n, \r, \t, \\, \0, \", \' or \u{…} at line 1, column 39`,
    ],
    [`${GET} | filter a ~= "("`, 'invalid regular expression: missing closing ): ( at line 1, column 38'],
    [`${GET} | filter (a == 1`, 'the query ends, but ")" must follow at line 1, column 40'],
    [`${GET} | align mean_within(0s)`, 'the period must be longer than zero at line 1, column 44'],
    [`${GET} | first 0`, 'the number of points must be at least 1 at line 1, column 32'],
    [`${GET} | last 99999999999999999999`, 'the number of points is too large at line 1, column 31'],
    [`${GET} | first 0x5`, 'expected a number, not "0x5" at line 1, column 32'],
    [`${GET} | group_by [a, b], max`, 'expected mean or sum, not "max" at line 1, column 43'],
    [`{ ${GET} `, 'the query ends, but "}" must follow at line 1, column 26'],
    ['{'.repeat(40), 'queries and conditions may be nested at most 32 deep at line 1, column 34'],
    [
      `${GET} | filter ${'!'.repeat(40)}a == 1`,
      'queries and conditions may be nested at most 32 deep at line 1, column 66',
    ],
    [' '.repeat(4097), 'a query may have at most 4096 characters, not 4097'],
  ])('%j', (text, message) => {
    expect(refusalOf(text)).toBe(message)
  })
})

test('any text is parsed or refused with a QueryError', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      'get',
      'a:b',
      '|',
      'filter',
      'align',
      'mean_within',
      '(',
      ')',
      '{',
      '}',
      ';',
      '[',
      ']',
      ',',
    ),
    fc.constantFrom(
      'a',
      '==',
      '~=',
      '&&',
      '||',
      '^',
      '!',
      '5m',
      '1',
      '-',
      '"x"',
      "'",
      '@now()',
      '@2024',
      '0x',
      '1e9',
    ),
    fc.string({ maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.constantFrom('', ' '), (pieces, separator) => {
      expect(refusalOf(`get a:b | ${pieces.join(separator)}`)).toEqual(expect.any(String))
      expect(refusalOf(pieces.join(separator))).toEqual(expect.any(String))
    }),
    { numRuns: 1000 },
  )
})
