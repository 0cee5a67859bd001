import { compare, type Condition, conditionOf } from '../check/condition.ts'
import type { Filter } from '../language/syntax.ts'
import { type PointCondition, simplify } from '../plan/simplify.ts'
import { pick, type Series, type Table } from './table.ts'
import { CHUNK, type Work } from './work.ts'

/** Keeps the series and points that fulfil a condition. A series without any point left goes too. */
export async function filter(table: Table, { expression }: Filter, work: Work): Promise<Table> {
  const condition = conditionOf(expression, table.shape)
  const filtered: Series[] = []
  for (const series of table.series) {
    const left = await filteredSeries(series, condition, work)
    if (left) filtered.push(left)
    await work.processed(1)
  }
  return { shape: table.shape, series: filtered }
}

async function filteredSeries(series: Series, condition: Condition, work: Work): Promise<Series | null> {
  const left = simplify(condition, series.fields)
  if (typeof left === 'boolean') return left ? series : null
  const kept: number[] = []
  const comparisons = countComparisons(left)
  const { length } = series.timestamps
  for (let from = 0; from < length; from += CHUNK) {
    const to = Math.min(length, from + CHUNK)
    for (let index = from; index < to; index++) if (holds(left, series, index)) kept.push(index)
    await work.processed((to - from) * comparisons)
  }
  if (kept.length === series.timestamps.length) return series
  return kept.length === 0 ? null : pick(series, kept)
}

function countComparisons(condition: PointCondition): number {
  if (condition.kind === 'time' || condition.kind === 'datum') return 1
  if (condition.kind === 'not') return countComparisons(condition.of)
  return countComparisons(condition.left) + countComparisons(condition.right)
}

function holds(condition: PointCondition, series: Series, index: number): boolean {
  const { kind } = condition
  if (kind === 'time') {
    const times = condition.of === 'timestamp' ? series.timestamps : series.startTimes
    return times !== null && compare(times[index]!, condition.operator, condition.value)
  }
  if (kind === 'datum') {
    const value = series.columns[0]![index]!
    // A point without a value fulfils no comparison, not even "!=".
    return !Number.isNaN(value) && compare(value, condition.operator, condition.value)
  }
  if (kind === 'not') return !holds(condition.of, series, index)
  const left = holds(condition.left, series, index)
  if (kind === 'and') return left && holds(condition.right, series, index)
  if (kind === 'or') return left || holds(condition.right, series, index)
  return left !== holds(condition.right, series, index)
}
