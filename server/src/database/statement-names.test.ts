import { expect, test } from 'vitest'
import { statementNames } from './statement-names.ts'

test('names a statement at its third use, and keeps the name', () => {
  const nameOf = statementNames()
  expect([1, 2, 3, 4].map(() => nameOf('select 1'))).toEqual([
    undefined,
    undefined,
    'statement_0',
    'statement_0',
  ])
  expect([1, 2, 3].map(() => nameOf('select 2')).at(-1)).toBe('statement_1')
})

test('gives 500 names at most, and none to long statements', () => {
  const nameOf = statementNames()
  const third = (text: string) => [1, 2, 3].map(() => nameOf(text)).at(-1)
  const named = Array.from({ length: 600 }, (_, at) => third(`select ${at}`))
  expect(new Set(named).size).toBe(501)
  expect(named.slice(500)).toEqual(Array.from({ length: 100 }, () => undefined))
  expect(nameOf('select 7')).toBe('statement_7')
  expect(statementNames()('x'.repeat(5_000))).toBeUndefined()
})

test('forgets rare statements, so that they take little memory', () => {
  const nameOf = statementNames()
  nameOf('rare')
  nameOf('rare')
  for (let at = 0; at < 2_000; at++) nameOf(`select ${at}`)
  expect(nameOf('rare')).toBeUndefined()
})
