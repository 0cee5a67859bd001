import { expect, test } from 'vitest'
import { jsonSizeProblem, MAX_JSON_DEPTH, MAX_JSON_PARTS } from './json-size.ts'

const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const problem = (text: string) => jsonSizeProblem(bytesOf(text))
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

test('accepts what parsers read quickly', () => {
  for (const text of [
    '',
    '1',
    '{"a":[{"b":1}]}',
    nested(MAX_JSON_DEPTH),
    `[${`${nested(10)},`.repeat(1_000)}1]`,
  ])
    expect(problem(text)).toBeNull()
  expect(problem(`[${'1,'.repeat(MAX_JSON_PARTS - 1)}1]`)).toBeNull()
})

test('refuses nesting and many parts', () => {
  expect(problem(nested(MAX_JSON_DEPTH + 1))).toBe('is nested more than 32 deep')
  expect(problem('{"a":'.repeat(MAX_JSON_DEPTH + 1))).toBe('is nested more than 32 deep')
  const many = 'has more than 131,072 lists, objects and commas'
  expect(problem(`[${'1,'.repeat(MAX_JSON_PARTS)}1]`)).toBe(many)
  expect(problem(`[${'[],'.repeat(MAX_JSON_PARTS / 2)}1]`)).toBe(many)
})

test('reads no brackets inside of texts, nor quotes that are escaped', () => {
  const brackets = '[{,'.repeat(MAX_JSON_PARTS)
  expect(problem(JSON.stringify({ a: brackets, b: `\\"${brackets}`, '[[[': `"${brackets}\\` }))).toBeNull()
  expect(problem(`["\\\\",${nested(MAX_JSON_DEPTH)}]`)).toMatch('nested')
  expect(problem(`["\\"${nested(40)}"]`)).toBeNull()
})

test('reads a body only as far as the limits allow', () => {
  const bytes = bytesOf(nested(500_000))
  let read = 0
  const counting = new Proxy(bytes, {
    get: (target, key) => {
      read++
      return Reflect.get(target, key) as unknown
    },
  })
  jsonSizeProblem(counting)
  expect(read).toBeLessThan(4 * MAX_JSON_DEPTH)
})
