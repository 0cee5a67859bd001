import { expect, test } from 'vitest'
import { samlGroupProblem } from './admin-group.ts'

test('a group that an identity provider can send is allowed', () => {
  for (const name of [
    'chiefs',
    'a group',
    'CN=chiefs,OU=Groups,DC=clinic',
    '4c6bd1f2-7d4e-4a3e-8d7c-1d3f1c9f1a10',
  ])
    expect(samlGroupProblem(name)).toBeNull()
})

test('a group that no answer can name is refused', () => {
  expect(samlGroupProblem('chiefs,owners')).toMatch('must have no comma')
  expect(samlGroupProblem(' chiefs')).toMatch('must not begin or end with a space')
  expect(samlGroupProblem('')).toMatch('must not begin')
  expect(samlGroupProblem('a'.repeat(513))).toMatch('at most 512')
  expect(samlGroupProblem('a\u0007')).toMatch('visible')
})
