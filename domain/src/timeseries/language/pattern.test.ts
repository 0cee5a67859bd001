import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patternCompiler } from './pattern.ts'

const matches = (pattern: string, text: string) => patternCompiler()(pattern, 0).test(text)

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
  ['(', 'missing closing ): ('],
  [')', 'unexpected ): )'],
  ['a**', 'invalid nested repetition operator: **'],
  ['*a', 'missing argument to repetition operator: *'],
  ['[a', 'missing closing ]: [a'],
  ['[z-a]', 'invalid character class range: z-a'],
  ['a\\', 'trailing backslash at end of expression'],
  ['(a)\\1', 'invalid escape sequence: \\1'],
  ['(?=a)', 'invalid or unsupported Perl syntax: (?='],
  ['a{3,2}', 'invalid repeat count: {3,2}'],
])('%s is refused: %s', (pattern, reason) => {
  const message = `invalid regular expression: ${reason}`
  expect(() => patternCompiler()(pattern, 7)).toThrow(expect.objectContaining({ message, offset: 7 }))
})

test.each(['a'.repeat(1001), 'a{1000}', '(?:ab?){0,100}', '(a{30}){30}', '((a{8}){8}){8}', '(a{9,}b){200}'])(
  '%s is too large',
  (pattern) => {
    expect(() => patternCompiler()(pattern, 7)).toThrow(/at most 1000 characters/)
  },
)

test('the patterns of a query share their size', () => {
  const compile = patternCompiler()
  compile('a'.repeat(900), 0)
  expect(() => compile('b'.repeat(101), 7)).toThrow(expect.objectContaining({ offset: 7 }))
  expect(
    matches(
      '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
      '5c1d7b1e-8c4b-4f0e-9d6f-1a2b3c4d5e6f',
    ),
  ).toBe(true)
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
