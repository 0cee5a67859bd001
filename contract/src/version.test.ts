import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toSnake } from './codec.ts'
import { contract } from './contract.ts'
import { API_VERSION, DIFFERENCES, EARLIER_PATHS, earlierForm, MIN_API_VERSION } from './version.ts'

const docs = readFileSync(join(import.meta.dirname, '../../docs/api.md'), 'utf8')
const rows = docs
  .split('\n')
  .filter((line) => line.startsWith('| `2'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

test('the documentation lists every difference, and nothing else', () => {
  expect(rows).toEqual([
    ...DIFFERENCES.map(({ since, operations, before }) => [
      `\`${since}\``,
      operations.map((id) => `\`${toSnake(id)}\``).join(', '),
      before,
    ]),
    ...EARLIER_PATHS.map(({ until, path, servedBy }) => [
      `\`${until}\``,
      `\`${path}\` and the paths below it`,
      `The same as \`${servedBy}\` for the pool of the services of the system.`,
    ]),
  ])
  expect(docs).toContain(`\`${API_VERSION}\`. The server serves clients since \`${MIN_API_VERSION}\``)
})

test('differences are between versions that are served, and name operations that exist', () => {
  for (const { since, operations } of DIFFERENCES) {
    expect(since > MIN_API_VERSION && since <= API_VERSION).toBe(true)
    expect(operations.filter((id) => !(id in contract))).toEqual([])
  }
  expect(DIFFERENCES.map(({ since }) => since)).toEqual(
    DIFFERENCES.map(({ since }) => since)
      .sort()
      .reverse(),
  )
})

test('the newest version, and none, need no change', () => {
  for (const id of Object.keys(contract) as (keyof typeof contract)[])
    expect([earlierForm(id, null), earlierForm(id, API_VERSION)]).toEqual([null, null])
})
