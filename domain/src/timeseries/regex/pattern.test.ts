import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compilePattern } from './pattern.ts'

const matches = (pattern: string, text: string) => compilePattern(pattern).test(text)

describe('finds', () => {
  test.each([
    ['run', 'running', true],
    ['^run$', 'running', false],
    ['^(run|idle)$', 'idle', true],
    ['^(run|idle)$', 'idler', false],
    ['^a.c$', 'abc', true],
    ['^a.c$', 'a\nc', false],
    ['^[a-c]{2,3}$', 'abca', false],
    ['^[^a-c]+$', 'xyz', true],
    ['^[]a]+$', ']a', true],
    ['^[a-]+$', 'a-', true],
    ['^\\d{3}-\\w+$', '123-ab_9', true],
    ['\\.', 'ab', false],
    ['^(a*)*$', 'aaa', true],
    ['^$', '', true],
    ['', 'anything', true],
    ['^😀?$', '😀', true],
    ['a+?b', 'aab', true],
  ])('%s in %j: %s', (pattern, text, found) => {
    expect(matches(pattern, text)).toBe(found)
  })
})

test.each([
  ['(', '"(" without ")"', 1],
  [')', '")" without an opening parenthesis', 0],
  ['a**', 'a repetition can’t be repeated without a group', 2],
  ['*a', '"*" has nothing to repeat', 0],
  ['[a', '"[" without "]"', 2],
  ['[z-a]', 'a range must go from a lower to a higher character', 2],
  ['a\\', 'the pattern ends with a backslash', 1],
  ['(a)\\1', '"\\1" is not supported', 3],
  ['(?=a)', 'only groups of the form "(…)" and "(?:…)" are supported', 2],
  ['a{3,2}', 'repetitions must go from a lower to a higher number up to 1000', 1],
  ['a{1001,}', 'repetitions must go from a lower to a higher number up to 1000', 1],
  ['a{x}', 'use {2}, {2,} or {2,5}; write \\{ for a brace', 1],
  ['(a{999}){999}', 'the patterns of the query are too long or repeat too much', 0],
  ['('.repeat(40), 'groups may be nested at most 32 deep', 33],
])('%s is refused: %s', (pattern, message, offset) => {
  expect(() => compilePattern(pattern)).toThrow(expect.objectContaining({ message, offset }))
})

test('repetitions of an empty group end', () => {
  expect(matches('^(((((){1000}){1000}){1000}){1000}){1000}a', 'a')).toBe(true)
})

test('a pattern that makes a backtracking matcher hang ends', () => {
  expect(matches('^(a+)+$', `${'a'.repeat(10_000)}b`)).toBe(false)
  expect(matches('^(a|a)*b$', 'a'.repeat(10_000))).toBe(false)
})

const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\d', '^', '$')
const { pattern } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3 },
    atom,
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => left + right),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}', '{0,}'))
      .map(([of, repeat]) => `(?:${of})${repeat}`),
  ),
}))

test('finds the same as JavaScript', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '1', '\n'), maxLength: 4 })
  fc.assert(
    fc.property(pattern, text, (pattern, text) => {
      expect(matches(pattern, text)).toBe(new RegExp(pattern, 'u').test(text))
    }),
    { numRuns: 500 },
  )
})
