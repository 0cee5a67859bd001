import { fullNumber } from '@granary/domain/numbers.ts'
import type { PointValue } from './points.ts'

type Distribution = Extract<PointValue, object>

/** Formats a value of any type for a table. A distribution shows its number of samples and its percentiles. */
export function valueText(value: PointValue): string {
  if (value === null) return 'No data'
  if (typeof value === 'number') return fullNumber(value)
  return typeof value === 'object' ? distributionText(value) : String(value)
}

function distributionText({ counts, p50, p90, p99 }: Distribution): string {
  const samples = counts.reduce((sum, count) => sum + count, 0)
  const percentiles = Object.entries({ p50, p90, p99 }).flatMap(([name, value]) =>
    value == null ? [] : [`${name} ${fullNumber(value)}`],
  )
  return [`${fullNumber(samples)} samples`, ...percentiles].join(', ')
}
