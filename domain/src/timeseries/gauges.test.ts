import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, rounded, seriesOf } from './answers.ts'
import { type SlowPoint, type SlowSeries, slowAligned, slowBetween, slowGroups } from './slow-evaluator.ts'
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
  unlike: optional(fc.nat(9)),
  group: optional(fc.record({ by: fc.constantFrom('', 'id'), reducer: fc.constantFrom('sum', 'mean') })),
  take: optional(
    fc.record({ kind: fc.constantFrom('first', 'last'), count: fc.integer({ min: 1, max: 5 }) }),
  ),
})
type Asked = typeof query extends fc.Arbitrary<infer Value> ? Value : never

function textOf({ from, to, least, align, since, unlike, group, take }: Asked): string {
  const stages = [`get ${CPUS}`, `filter timestamp >= ${at(from)} && timestamp <= ${at(to)}`]
  if (least !== null) stages.push(`filter datum >= ${least}`)
  stages.push(`align ${align.method}(${align.period}s)`)
  if (since !== null) stages.push(`filter timestamp >= ${at(since)}`)
  if (unlike !== null) stages.push(`filter datum != ${unlike}`)
  if (group) stages.push(`group_by [${group.by}], ${group.reducer}`)
  if (take) stages.push(`${take.kind} ${take.count}`)
  return stages.join(' | ')
}

const nonempty = (all: readonly SlowSeries[]) => all.filter(({ points }) => points.length > 0)

function aligned(
  all: readonly TestPoint[][],
  { from, to, least, align }: Pick<Asked, 'from' | 'to' | 'least' | 'align'>,
  end = to,
) {
  const read = all.map((points, index) => ({
    fields: { id: id(index) },
    points: points
      .filter(({ ago, value }) => ago <= from && ago >= to && value >= (least ?? 0))
      .map(({ ago, value }) => ({ startAgo: null, ago, value })),
  }))
  const span = { end, from, period: align.period }
  return nonempty(read).map((one) =>
    slowAligned(one, span, align.method === 'interpolate' ? slowBetween : undefined),
  )
}

function slowly(all: readonly TestPoint[][], asked: Asked): SlowSeries[] {
  const { since, unlike, group, take } = asked
  let series = aligned(all, asked)
  const keep = (test: (point: SlowPoint) => boolean) => {
    series = nonempty(series.map(({ fields, points }) => ({ fields, points: points.filter(test) })))
  }
  if (since !== null) keep(({ ago }) => ago <= since)
  // A point without a value fulfils no comparison.
  if (unlike !== null) keep(({ value }) => value !== null && value !== unlike)
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

const NAMES = [CPUS, RAM, 'collection_target:virtual_disk_space_provisioned']
const sides = fc.array(fc.record({ gauges, ...window, least: fc.constant(null) }), {
  minLength: 2,
  maxLength: NAMES.length,
})

test('join has the series and times that all of its tables have, up to the latest end', async () => {
  await fc.assert(
    fc.asyncProperty(sides, resampling, async (sides, align) => {
      const { method, period } = align
      const queries = sides.map(
        ({ from, to }, side) =>
          `get ${NAMES[side]} | filter timestamp >= ${at(from)} && timestamp <= ${at(to)} | align ${method}(${period}s)`,
      )
      const reader = new MemoryReader(
        Object.fromEntries(sides.map(({ gauges }, side) => [NAMES[side]!, storedAs(gauges)])),
      )
      const end = Math.min(...sides.map(({ to }) => to))
      const tables = sides.map((side) => aligned(side.gauges, { ...side, align }, end))
      const has = (all: readonly SlowSeries[], id: unknown, time: number) =>
        all.some(({ fields, points }) => fields.id === id && points.some(({ ago }) => ago === time))
      const expected = tables.map((table) =>
        nonempty(
          table.map(({ fields, points }) => ({
            fields,
            points: points.filter(({ ago }) => tables.every((other) => has(other, fields.id, ago))),
          })),
        ),
      )
      const answer = await ask(`{ ${queries.join('; ')} } | join`, reader)
      expect(sides.map((_, column) => rounded(seriesOf(answer, column)))).toEqual(expected.map(rounded))
    }),
    { numRuns: 300 },
  )
})
