import { readFileSync } from 'node:fs'
import { ATTEMPT_LIMITS, type AttemptLimit } from '@granary/domain/attempt-limits.ts'
import { type Limit, LIMITS } from '@granary/domain/limits.ts'
import { expect, test } from 'vitest'

const pageOf = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const limits: Limit[] = Object.values(LIMITS)

test('docs/limits.md lists exactly these limits', () => {
  const rows = pageOf('limits.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cells)
  expect(rows).toEqual(
    limits.map(({ things, max, per, remedy }) => [things, max.toLocaleString('en-US'), OWNERS[per], remedy]),
  )
})

const OWNERS = {
  user: 'user',
  project: 'project',
  vpc: 'VPC',
  router: 'router',
  silo: 'silo',
  fleet: 'fleet',
  address: 'client address',
  provider: 'identity provider',
}

test('docs/security.md lists exactly these limits on guessing', () => {
  const section = pageOf('security.md').split('\n## Guessing\n')[1]!.split('\n## ')[0]!
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cells)
  const expected = (Object.entries(ATTEMPT_LIMITS) as [string, AttemptLimit][]).map(
    ([name, { allowed, window, thenEvery }]) => [
      name,
      String(allowed),
      `${window / 60_000} minutes`,
      thenEvery === undefined ? 'none' : `one each ${thenEvery / 1_000} seconds`,
    ],
  )
  expect(rows.map((row) => row.slice(0, 4))).toEqual(expected)
})
