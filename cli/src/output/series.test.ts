import { expect, test } from 'vitest'
import { asCsv } from './csv.ts'
import { isSeries, seriesCsv, showSeries } from './series.ts'

const TIMES = ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:00.000Z'] as const
const column = (...values: unknown[]) => ({ metric_type: 'gauge', values: { type: 'double', values } })
const reads = {
  name: 'virtual_disk:reads',
  timeseries: [
    {
      fields: { disk_id: { type: 'uuid', value: 'd1' }, size: { type: 'u32', value: 512 } },
      points: { start_times: [TIMES[0], TIMES[0]], timestamps: TIMES, values: [column(1.5, null)] },
    },
  ],
}
const joined = {
  name: 'a:in,a:out',
  timeseries: [
    {
      fields: {},
      points: { start_times: null, timestamps: TIMES.slice(1), values: [column(1), column({ p50: 2 })] },
    },
  ],
}
const empty = { name: 'virtual_disk:io_latency', timeseries: [] }

test('only the answer to a query has time series', () => {
  expect(isSeries({ tables: [reads, empty] })).toBe(true)
  expect([{ tables: [{ name: 'a' }] }, { tables: 3 }, {}, null].map(isSeries)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('shows the points of each table, and which one has none', () => {
  expect(showSeries({ tables: [reads] }, null)).toBe(
    [
      'TIMESTAMP             READS  DISK ID  SIZE',
      '2026-01-01T00:00:00Z  1.5    d1       512',
      '2026-01-01T00:01:00Z  -      d1       512',
      '',
    ].join('\n'),
  )
  expect(showSeries({ tables: [joined, empty] }, null)).toBe(
    'a:in,a:out\nTIMESTAMP             IN  OUT\n2026-01-01T00:01:00Z  1   {"p50":2}\n\nvirtual_disk:io_latency: no data\n',
  )
  expect(showSeries({ tables: [] }, null)).toBe('No data\n')
})

test('CSV has the columns of all tables', () => {
  expect(seriesCsv({ tables: [reads, joined, empty] }).split('\r\n')).toEqual([
    'table,start_time,timestamp,disk_id,size,reads,in,out',
    `virtual_disk:reads,${TIMES[0]},${TIMES[0]},d1,512,1.5,,`,
    `virtual_disk:reads,${TIMES[0]},${TIMES[1]},d1,512,,,`,
    `"a:in,a:out",,${TIMES[1]},,,,1,"{""p50"":2}"`,
    '',
  ])
})

test('joined metrics of one name keep a column each', () => {
  const points = { start_times: null, timestamps: TIMES.slice(1), values: [column(1), column(2)] }
  const twice = { name: 'a:reads,a:reads', timeseries: [{ fields: {}, points }] }
  expect(seriesCsv({ tables: [twice] }).split('\r\n')).toEqual([
    'table,start_time,timestamp,reads,reads_2',
    `"a:reads,a:reads",,${TIMES[1]},1,2`,
    '',
  ])
})

test('a list as CSV has the chosen columns, with objects as JSON', () => {
  const items = [{ name: 'web', state: { state: 'running' } }, { name: '=1' }]
  expect(asCsv(items, ['name', 'state', 'state.state'])).toBe(
    `name,state,state.state\r\nweb,"{""state"":""running""}",running\r\n'=1,,\r\n`,
  )
})
