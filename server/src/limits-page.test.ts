import { readFileSync } from 'node:fs'
import { type Limit, LIMITS } from '@granary/domain/limits.ts'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
const cells = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const limits: Limit[] = Object.values(LIMITS)

test('docs/limits.md lists exactly these limits', () => {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cells)
  expect(rows).toEqual(
    limits.map(({ things, max, per, remedy }) => [things, max.toLocaleString('en-US'), OWNERS[per], remedy]),
  )
})

const OWNERS = { user: 'user', silo: 'silo', address: 'client address', provider: 'identity provider' }
