import { median, round } from '../report.ts'
import type { Sample } from './sample.ts'

/** Tables with fewer rows are counted together. */
const LARGE = 100
const OTHERS = 'rows of all other tables'

/** Puts the numbers of rows into a sample. Every sample has all of them. */
export const withRows = (sample: Sample, rows: Record<string, number>): Sample => ({
  ...sample,
  ...Object.fromEntries(Object.entries(rows).map(([table, count]) => [`rows of ${table}`, count])),
})

/** Compares the first quarter of the samples with the last: a row for each figure, with both medians and their ratio. */
export function compareQuarters(samples: readonly Sample[]): (string | number)[][] {
  const quarter = Math.floor(samples.length / 4)
  const middle = (part: readonly Sample[], name: string) => median(part.map((sample) => sample[name] ?? 0))
  const others: [number, number] = [0, 0]
  const rows: (string | number)[][] = []
  for (const name of Object.keys(samples.at(-1)!)) {
    const before = middle(samples.slice(0, quarter), name)
    const after = middle(samples.slice(-quarter), name)
    if (before + after === 0) continue
    if (!name.startsWith('rows of ') || Math.max(before, after) >= LARGE)
      rows.push(rowOf(name, before, after))
    else {
      others[0] += before
      others[1] += after
    }
  }
  return [...rows, rowOf(OTHERS, ...others)]
}

const rowOf = (name: string, before: number, after: number) => [
  name,
  before,
  after,
  before === 0 ? '' : round(after / before, 2),
]
