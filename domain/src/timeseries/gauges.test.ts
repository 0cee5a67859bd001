import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, rounded, seriesOf } from './answers.ts'
import { type SlowSeries, slowAligned, slowBetween, slowGroups } from './slow-evaluator.ts'
import { ask, MemoryReader, stored, type TestPoint } from './testing.ts'

const CPUS = 'collection_target:cpus_provisioned'
const RAM = 'collection_target:ram_provisioned'
const id = (n: number) => `00000000-0000-0000-0000-00000000000${n}`

/** Values at different times of the last two minutes, oldest first. */
const gauge: fc.Arbitrary<TestPoint[]> = fc
  .uniqueArray(fc.record({ ago: fc.integer({ min: 1, max: 120 }), value: fc.nat(9) }), {
    selector: ({ ago }) => ago,
    maxLength: 12,
  })
  .map((points) => points.toSorted((a, b) => b.ago - a.ago))
const gauges = fc.array(gauge, { minLength: 1, maxLength: 4 })

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const window = { from: fc.integer({ min: 60, max: 130 }), to: fc.nat(50) }
const resampling = fc.record({
  method: fc.constantFrom('mean_within' as const, 'interpolate' as const),
  period: fc.integer({ min: 1, max: 40 }),
})
const query = fc.record({
  ...window,
  least: optional(fc.nat(9)),
  align: resampling,
  since: optional(fc.integer({ min: 20, max: 130 })),
  group: optional(fc.record({ by: fc.constantFrom('', 'id'), reducer: fc.constantFrom('sum', 'mean') })),
  take: optional(
    fc.record({ kind: fc.constantFrom('first', 'last'), count: fc.integer({ min: 1, max: 5 }) }),
  ),
})
type Asked = typeof query extends fc.Arbitrary<infer Value> ? Value : never

function textOf({ from, to, least, align, since, group, take }: Asked): string {
  const stages = [`get ${CPUS}`, `filter timestamp >= ${at(from)} && timestamp <= ${at(to)}`]
  if (least !== null) stages.push(`filter datum >= ${least}`)
  stages.push(`align ${align.method}(${align.period}s)`)
  if (since !== null) stages.push(`filter timestamp >= ${at(since)}`)
  if (group) stages.push(`group_by [${group.by}], ${group.reducer}`)
  if (take) stages.push(`${take.kind} ${take.count}`)
  return stages.join(' | ')
}

const nonempty = (all: readonly SlowSeries[]) => all.filter(({ points }) => points.length > 0)

function aligned(
  all: readonly TestPoint[][],
  { from, to, least, align }: Omit<Asked, 'since' | 'group' | 'take'>,
) {
  const read = all.map((points, index) => ({
    fields: { id: id(index) },
    points: points
      .filter(({ ago, value }) => ago <= from && ago >= to && value >= (least ?? 0))
      .map(({ ago, value }) => ({ startAgo: null, ago, value })),
  }))
  const span = { end: to, from, period: align.period }
  return nonempty(read).map((one) =>
    slowAligned(one, span, align.method === 'interpolate' ? slowBetween : undefined),
  )
}

function slowly(all: readonly TestPoint[][], asked: Asked): SlowSeries[] {
  const { since, group, take } = asked
  let series = aligned(all, asked)
  if (since !== null)
    series = nonempty(
      series.map(({ fields, points }) => ({ fields, points: points.filter(({ ago }) => ago <= since) })),
    )
  if (group) {
    const sameGroup = group.by === '' ? series.map((one) => ({ ...one, fields: { id: '' } })) : series
    series = slowGroups(sameGroup, 'id', group.reducer as 'sum' | 'mean')
    if (group.by === '') series = series.map(({ points }) => ({ fields: {}, points }))
  }
  const taken = ({ points }: SlowSeries) =>
    take!.kind === 'first' ? points.slice(0, take!.count) : points.slice(-take!.count)
  return take ? series.map((one) => ({ ...one, points: taken(one) })) : series
}

const storedAs = (all: readonly TestPoint[][]) =>
  all.map((points, index) => stored({ id: id(index) }, points))

test('queries of gauges give the same answers as a slow evaluator', async () => {
  await fc.assert(
    fc.asyncProperty(gauges, query, async (gauges, query) => {
      const expected = slowly(gauges, query)
      if (query.group && expected.length === 0) return
      const answer = await ask(textOf(query), new MemoryReader({ [CPUS]: storedAs(gauges) }))
      expect(rounded(seriesOf(answer))).toEqual(rounded(expected))
    }),
    { numRuns: 500 },
  )
})

test('join has the series and times that both of its tables have', async () => {
  const asked = fc.record({ ...window, since: fc.integer({ min: 20, max: 130 }), align: resampling })
  await fc.assert(
    fc.asyncProperty(gauges, gauges, asked, async (cpus, ram, { from, to, since, align }) => {
      const get = (name: string, until = '') =>
        `get ${name} | filter timestamp >= ${at(from)} && timestamp <= ${at(to)} | align ${align.method}(${align.period}s)${until}`
      const text = `{ ${get(CPUS)}; ${get(RAM, ` | filter timestamp >= ${at(since)}`)} } | join`
      const reader = new MemoryReader({ [CPUS]: storedAs(cpus), [RAM]: storedAs(ram) })
      const span = { from, to, least: null, align }
      const sides = [aligned(cpus, span), aligned(ram, span)]
      const inBoth = ({ fields }: SlowSeries) =>
        sides.every((side) => side.some((other) => other.fields.id === fields.id))
      const expected = sides.map((side) =>
        nonempty(
          side
            .filter(inBoth)
            .map(({ fields, points }) => ({ fields, points: points.filter(({ ago }) => ago <= since) })),
        ),
      )
      const answer = await ask(text, reader)
      expect([0, 1].map((column) => rounded(seriesOf(answer, column)))).toEqual(expected.map(rounded))
    }),
    { numRuns: 200 },
  )
})
