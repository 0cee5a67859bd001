import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, rounded, seriesOf } from './answers.ts'
import { type SlowSeries, slowAligned, slowDeltas, slowGroups } from './slow-evaluator.ts'
import { ask, MemoryReader, stored, type TestPoint } from './testing.ts'

const SERIES = 'virtual_disk:failed_reads'
const instance = (n: number) => `00000000-0000-0000-0000-00000000000${n}`

/** A counter that restarts now and then, over the last two minutes. */
const counter: fc.Arbitrary<TestPoint[]> = fc
  .array(fc.record({ after: fc.integer({ min: 1, max: 15 }), more: fc.nat(20), restarts: fc.nat(5) }), {
    maxLength: 12,
  })
  .map((steps) => {
    let [ago, startAgo, value] = [120, 130, 0]
    return steps.map(({ after, more, restarts }) => {
      if (restarts === 0) [startAgo, value] = [ago, 0]
      ago = Math.max(1, ago - after)
      value += more
      return { ago, startAgo, value }
    })
  })
  .map((points) => points.filter(({ ago }, index) => ago !== points[index + 1]?.ago))

type Disk = { instance: number; reason: string; points: TestPoint[] }

const disks: fc.Arbitrary<Disk[]> = fc.array(
  fc.record({ instance: fc.nat(2), reason: fc.constantFrom('a', 'b', 'ab'), points: counter }),
  { minLength: 1, maxLength: 5 },
)

/** A condition on fields and its meaning. */
type Condition = { text: string; holds: (disk: { instance: number; reason: string }) => boolean }
const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.nat(2).map((n): Condition => ({
    text: `attached_instance_id == "${instance(n)}"`,
    holds: (disk) => disk.instance === n,
  })),
  fc.constantFrom('a', 'b').map((reason): Condition => ({
    text: `failure_reason ~= "${reason}$"`,
    holds: (disk) => disk.reason.endsWith(reason),
  })),
  fc.constantFrom('a', 'ab').map((reason): Condition => ({
    text: `failure_reason != '${reason}'`,
    holds: (disk) => disk.reason !== reason,
  })),
)
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('condition').map(({ text, holds }): Condition => ({
      text: `!(${text})`,
      holds: (disk) => !holds(disk),
    })),
    fc
      .tuple(tie('condition'), tie('condition'), fc.constantFrom('&&', '||', '^'))
      .map(([left, right, operator]) => ({
        text: `(${left.text} ${operator} ${right.text})`,
        holds: (disk: Parameters<Condition['holds']>[0]) => {
          const [a, b] = [left.holds(disk), right.holds(disk)]
          return operator === '&&' ? a && b : operator === '||' ? a || b : a !== b
        },
      })),
  ),
}))

type Asked = {
  condition: Condition
  from: number
  to: number
  period: number | null
  group: 'sum' | 'mean' | null
  last: number | null
}

const query: fc.Arbitrary<Asked> = fc.record({
  condition,
  from: fc.integer({ min: 60, max: 130 }),
  to: fc.nat(50),
  period: fc.option(fc.integer({ min: 1, max: 40 }), { nil: null }),
  group: fc.option(fc.constantFrom('sum' as const, 'mean' as const), { nil: null }),
  last: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
})

function textOf({ condition, from, to, period, group, last }: Asked): string {
  const stages = [`get ${SERIES}`, `filter timestamp >= ${at(from)} && timestamp <= ${at(to)}`]
  stages.push(`filter ${condition.text}`)
  if (period !== null) stages.push(`align mean_within(${period}s)`)
  if (period !== null && group !== null) stages.push(`group_by [attached_instance_id], ${group}`)
  if (last !== null) stages.push(`last ${last}`)
  return stages.join(' | ')
}

function slowly(all: Disk[], asked: Asked): SlowSeries[] {
  const { condition, from, to, period, group, last } = asked
  let series: SlowSeries[] = all
    .map((disk, index) => ({ disk, fields: { ...fieldsOf(disk, index) } }))
    .filter(({ disk }) => condition.holds(disk))
    .map(({ disk, fields }) => ({ fields, points: slowDeltas(disk.points, from, to) }))
    .filter(({ points }) => points.length > 0)
  if (period !== null) series = series.map((one) => slowAligned(one, { end: to, from, period }))
  if (period !== null && group !== null) series = slowGroups(series, 'attached_instance_id', group)
  if (last !== null) series = series.map(({ fields, points }) => ({ fields, points: points.slice(-last) }))
  return series
}

const fieldsOf = (disk: { instance: number; reason: string }, index: number) => ({
  attached_instance_id: instance(disk.instance),
  disk_id: instance(index),
  failure_reason: disk.reason,
})

test('queries give the same answers as a slow evaluator', async () => {
  await fc.assert(
    fc.asyncProperty(disks, query, async (disks, query) => {
      const reader = new MemoryReader({
        [SERIES]: disks.map((disk, index) => stored(fieldsOf(disk, index), disk.points)),
      })
      const expected = slowly(disks, query)
      if (query.period !== null && query.group !== null && expected.length === 0) return
      expect(rounded(seriesOf(await ask(textOf(query), reader)))).toEqual(rounded(expected))
    }),
    { numRuns: 500 },
  )
})
