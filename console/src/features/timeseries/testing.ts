import type { AnswerTable } from './answer-query.ts'

type Point = readonly [seconds: number, ...values: (number | null)[]]

/** Returns a table of an answer. @param series fields, and points with their seconds since 1970. */
export const tableOf = (
  name: string,
  series: readonly { fields: Record<string, string | number>; points: readonly Point[]; isDelta?: boolean }[],
): AnswerTable => ({
  name,
  timeseries: series.map(({ fields, points, isDelta }) => ({
    fields: Object.fromEntries(
      Object.entries(fields).map(([field, value]) => [
        field,
        typeof value === 'string' ? { type: 'string', value } : { type: 'u32', value },
      ]),
    ),
    points: {
      startTimes: isDelta ? points.map(([seconds]) => timeText(seconds - 10)) : null,
      timestamps: points.map(([seconds]) => timeText(seconds)),
      values: (points[0] ?? []).slice(1).map((_, at) => ({
        metricType: isDelta ? 'delta' : 'gauge',
        values: { type: 'double', values: points.map((point) => point[at + 1] ?? null) },
      })),
    },
  })),
})

const timeText = (seconds: number): string => new Date(seconds * 1000).toISOString()

const snake = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns tables as the server sends them. */
export const onWire = (...tables: AnswerTable[]): unknown =>
  JSON.parse(JSON.stringify({ tables }).replaceAll(/"(\w+)":/g, (_, key: string) => `"${snake(key)}":`))
