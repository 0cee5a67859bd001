import { readFileSync } from 'node:fs'
import { checkQuery } from '@granary/domain/timeseries/check/check.ts'
import { parseQuery } from '@granary/domain/timeseries/language/parse.ts'
import { ask, MemoryReader, NOW, stored } from '@granary/domain/timeseries/testing.ts'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/queries.md', import.meta.url), 'utf8')
const examples = Array.from(page.matchAll(/^```\n([^]*?)^```$/gm), ([, example]) => example!)

/** An hour of a counter that grows by 50 in 10 s, with any fields that the examples name. */
const points = Array.from({ length: 360 }, (_, index) => ({
  ago: (359 - index) * 10 + 10,
  startAgo: 3600,
  value: index * 50,
}))
const id = '5c1d7b1e-8c4b-4f0e-9d6f-1a2b3c4d5e6f'
const fields = { disk_id: id, instance_id: id, state: 'run', vcpu_id: 0 }
const names = Array.from(page.matchAll(/\bget ([a-z_]+:[a-z_]+)/g), ([, name]) => name!)
const reader = new MemoryReader(Object.fromEntries(names.map((name) => [name, [stored(fields, points)]])))

test('docs/queries.md has examples of every operation', () => {
  const kinds = examples.flatMap((example) =>
    parseQuery(example, NOW.getTime()).operations.map(({ kind }) => kind),
  )
  expect(new Set(kinds)).toEqual(new Set(['filter', 'align', 'group_by', 'join', 'last']))
})

test.each(examples)('docs/queries.md: %s is answered with data', async (example) => {
  expect(checkQuery(parseQuery(example, NOW.getTime()))).toHaveLength(1)
  const [table] = await ask(example, reader)
  expect(table!.timeseries[0]!.points.timestamps.length).toBeGreaterThan(0)
})
