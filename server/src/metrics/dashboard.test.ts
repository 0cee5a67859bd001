import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')
const names = new Set(createMetrics().names())
const own = [...names].filter((name) => name.startsWith('granary_'))

/** Returns the metrics that a text mentions, without the endings that Prometheus adds to histograms. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(granary|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  )

type Dashboard = { panels: { targets: { expr: string }[] }[] }

test('the dashboard uses metrics that the server has, and all of its own that the page lists', () => {
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard
  const used = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)))
  expect(used.filter((name) => !names.has(name))).toEqual([])
  // The total of the tasks is the sum of their states.
  expect(own.filter((name) => !used.includes(name))).toEqual(['granary_tasks'])
})

test('the documentation lists every metric of the server, and no other', () => {
  const listed = metricsIn(read('metrics.md')).filter((name) => name.startsWith('granary_'))
  expect(new Set(listed)).toEqual(new Set(own))
})
