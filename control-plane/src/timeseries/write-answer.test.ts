import type { ResultSeries } from '@granary/domain/timeseries/result.ts'
import { expect, test } from 'vitest'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { writeAnswer } from './write-answer.ts'

const series: ResultSeries = {
  fields: { vcpu_id: { type: 'u32', value: 1 } },
  points: {
    startTimes: null,
    timestamps: ['2026-01-01T00:00:00.000Z'],
    values: [{ metricType: 'gauge', values: { type: 'double', values: [1] } }],
  },
}

test('other work gets a turn while many short series are written', async () => {
  const counted = { turns: 0, isDone: false }
  const others = (async () => {
    while (!counted.isDone) {
      await eventLoopTurn()
      counted.turns++
    }
  })()
  const text = await writeAnswer([{ name: 'a:b', timeseries: Array.from({ length: 10_000 }, () => series) }])
  const { turns } = counted
  counted.isDone = true
  await others
  expect(JSON.parse(text).tables[0].timeseries).toHaveLength(10_000)
  expect(turns).toBeGreaterThanOrEqual(4)
})
