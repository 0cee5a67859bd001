import { expect, test } from 'vitest'
import { tableOf } from '../testing.ts'
import { chartsOf, MAX_LINES } from './charts.ts'
import { csvOfTables } from './csv.ts'
import { newestPoints } from './points.ts'
import { seriesLabels } from './series-labels.ts'
import { valueText } from './value-text.ts'

const DISK = '5c1d7b1e-8c4b-4f0e-9d6f-1a2b3c4d5e6f'
const OTHER = '6c1d7b1e-8c4b-4f0e-9d6f-1a2b3c4d5e6f'
const NO_NAMES = new Map<string, string>()

const reads = tableOf('virtual_disk:reads', [
  {
    fields: { disk_id: DISK, size: 1 },
    points: [
      [0, 900],
      [10, 1],
      [20, null],
    ],
    isDelta: true,
  },
  {
    fields: { disk_id: OTHER, size: 1 },
    points: [
      [0, 900],
      [15, 4],
      [20, 6],
    ],
    isDelta: true,
  },
])

test('a line has the values of its series, and those of the line between two points', () => {
  const [chart, ...others] = chartsOf(reads, NO_NAMES)
  expect(others).toEqual([])
  expect(chart).toMatchObject({
    title: 'virtual_disk:reads',
    unit: 'count',
    leavesOutFirst: true,
    isRate: false,
  })
  expect(chart!.data).toEqual({
    times: [10_000, 15_000, 20_000],
    lines: [
      { label: 'disk_id 5c1d7b1e', values: [1, null, null] },
      { label: 'disk_id 6c1d7b1e', values: [null, 4, 6] },
    ],
  })
  const apart = tableOf('a:b', [
    {
      fields: { at: 'x' },
      points: [
        [0, 0],
        [10, 10],
      ],
    },
    { fields: { at: 'y' }, points: [[5, 1]] },
  ])
  expect(chartsOf(apart, NO_NAMES)[0]!.data.lines[0]!.values).toEqual([0, 5, 10])
})

test('no line is drawn over the time of a stopped machine', () => {
  const points = [0, 10, 20, 30, 7200, 7210, 7220].map((seconds) => [seconds, 5] as [number, number])
  const read = chartsOf(tableOf('virtual_disk:reads', [{ fields: {}, points }]), NO_NAMES)[0]!.data
  expect(read.times).toEqual([0, 10, 20, 30, 40, 7200, 7210, 7220].map((seconds) => seconds * 1000))
  expect(read.lines[0]!.values).toEqual([5, 5, 5, 5, null, 5, 5, 5])
  // Provisioned resources have a point for each change.
  const changed = chartsOf(tableOf('collection_target:cpus_provisioned', [{ fields: {}, points }]), NO_NAMES)
  expect(changed[0]!.data.lines[0]!.values).toEqual(points.map(() => 5))
})

test('joined values have a chart each, and aligned counters are rates', () => {
  const joined = tableOf('virtual_disk:bytes_read,virtual_disk:writes', [{ fields: {}, points: [[0, 1, 2]] }])
  expect(chartsOf(joined, NO_NAMES).map(({ title, unit, isRate }) => [title, unit, isRate])).toEqual([
    ['virtual_disk:bytes_read', 'bytes', true],
    ['virtual_disk:writes', 'count', true],
  ])
})

test('a chart has a limited number of lines and says how many series there are', () => {
  const many = Array.from({ length: MAX_LINES + 5 }, (_, vcpu_id) => ({
    fields: { vcpu_id },
    points: [[0, vcpu_id]] as [number, number][],
  }))
  const [chart] = chartsOf(tableOf('virtual_machine:vcpu_usage', many), NO_NAMES)
  expect([chart!.data.lines.length, chart!.series]).toEqual([MAX_LINES, MAX_LINES + 5])
})

test('a label has the fields that differ, names instead of IDs, and is unique', () => {
  const { timeseries } = reads
  expect(seriesLabels(timeseries, 'reads', new Map([[DISK, 'data']]))).toEqual([
    'disk_id data',
    'disk_id 6c1d7b1e',
  ])
  expect(seriesLabels([timeseries[0]!, timeseries[0]!], 'reads')).toEqual([
    'disk_id 5c1d7b1e',
    'disk_id 5c1d7b1e (2)',
  ])
  expect(seriesLabels(tableOf('a:b', [{ fields: {}, points: [] }]).timeseries, 'b')).toEqual(['b'])
})

test('a label leaves out what the resource implies, and the names of fields whose values have names', () => {
  const series = (kinds: readonly string[]) =>
    [
      [DISK, 512],
      [OTHER, 4096],
    ].flatMap(([disk_id, block_size]) =>
      kinds.map((io_kind) => ({
        fields: { disk_id: disk_id!, block_size: block_size!, io_kind },
        points: [],
      })),
    )
  const names = new Map([
    [DISK, 'data'],
    [OTHER, 'logs'],
  ])
  const labels = (...kinds: string[]) => seriesLabels(tableOf('a:b', series(kinds)).timeseries, 'b', names)
  expect(labels('read')).toEqual(['data', 'logs'])
  expect(labels('read', 'write')).toEqual([
    'data, io_kind read',
    'data, io_kind write',
    'logs, io_kind read',
    'logs, io_kind write',
  ])
})

test('the table shows the newest points of all series', () => {
  expect(newestPoints(reads, 3).map(({ time, values }) => [time, values[0]])).toEqual([
    [20_000, null],
    [20_000, 6],
    [15_000, 4],
  ])
})

test('a CSV file has the columns of all tables, and at most some rows', () => {
  const cpus = tableOf('collection_target:cpus_provisioned', [{ fields: { id: 'x' }, points: [[0, 2.5]] }])
  const { text, rows } = csvOfTables([reads, cpus])
  expect(rows).toBe(7)
  expect(text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'table,start_time,timestamp,disk_id,size,id,reads,cpus_provisioned',
    `virtual_disk:reads,1969-12-31T23:59:50.000Z,1970-01-01T00:00:00.000Z,${DISK},1,,900,`,
    `virtual_disk:reads,1970-01-01T00:00:00.000Z,1970-01-01T00:00:10.000Z,${DISK},1,,1,`,
    `virtual_disk:reads,1970-01-01T00:00:10.000Z,1970-01-01T00:00:20.000Z,${DISK},1,,,`,
    `virtual_disk:reads,1969-12-31T23:59:50.000Z,1970-01-01T00:00:00.000Z,${OTHER},1,,900,`,
    `virtual_disk:reads,1970-01-01T00:00:05.000Z,1970-01-01T00:00:15.000Z,${OTHER},1,,4,`,
    `virtual_disk:reads,1970-01-01T00:00:10.000Z,1970-01-01T00:00:20.000Z,${OTHER},1,,6,`,
    'collection_target:cpus_provisioned,,1970-01-01T00:00:00.000Z,,,x,,2.5',
  ])
  expect(csvOfTables([reads, cpus], 2).rows).toBe(2)
})

test('a CSV file has a column for each of joined metrics of one name', () => {
  const joined = tableOf('virtual_disk:reads,virtual_disk:reads', [{ fields: {}, points: [[0, 1, 2]] }])
  expect(csvOfTables([joined]).text.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'table,start_time,timestamp,reads,reads_2',
    '"virtual_disk:reads,virtual_disk:reads",,1970-01-01T00:00:00.000Z,1,2',
  ])
})

test('a CSV file has a distribution with its bins, as the JSON of the API', () => {
  const bins = { bins: [0, 10], counts: [3, 1], sumOfSamples: 20, squaredMean: 1, p50: 4.25, p99: 11 }
  const table = tableOf('virtual_disk:io_latency', [{ fields: {}, points: [[0, 1]] }])
  table.timeseries[0]!.points.values = [
    { metricType: 'delta', values: { type: 'integer_distribution', values: [bins] } },
  ]
  const json =
    '{"bins":[0,10],"counts":[3,1],"sum_of_samples":20,"squared_mean":1,"p50":4.25,"p99":11}'.replaceAll(
      '"',
      '""',
    )
  expect(csvOfTables([table]).text.trim().split('\r\n')[1]).toBe(
    `virtual_disk:io_latency,,1970-01-01T00:00:00.000Z,"${json}"`,
  )
})

test('values that are no numbers are texts: a distribution says its samples and percentiles', () => {
  const bins = { bins: [0, 10], counts: [3, 1], sumOfSamples: 20, squaredMean: 1, p50: 4.25, p99: 11 }
  expect([1234.5, null, true, 'idle', bins].map(valueText)).toEqual([
    '1,234.5',
    'No data',
    'true',
    'idle',
    '4 samples, p50 4.25, p99 11',
  ])
})

test('distributions have a chart for each percentile, with a gap where nothing was measured', () => {
  const latencies = (p50: number | null) => ({
    bins: [0, 10],
    counts: [3, 1],
    sumOfSamples: 20,
    squaredMean: 1,
    p50,
    p90: p50 && p50 * 2,
    p99: p50 && p50 * 3,
  })
  const table = tableOf('virtual_disk:io_latency', [
    {
      fields: {},
      points: [
        [0, 1],
        [60, 1],
        [120, 1],
      ],
    },
  ])
  const { points } = table.timeseries[0]!
  points.startTimes = points.timestamps
  const values = [1, 100, null].map(latencies)
  points.values = [{ metricType: 'delta', values: { type: 'integer_distribution', values } }]
  const charts = chartsOf(table, new Map())
  expect(charts.map(({ title, data }) => [title, data.lines[0]!.values])).toEqual([
    ['virtual_disk:io_latency, median', [100, null]],
    ['virtual_disk:io_latency, 90th percentile', [200, null]],
    ['virtual_disk:io_latency, 99th percentile', [300, null]],
  ])
  expect(charts[0]).toMatchObject({ unit: 'nanoseconds', leavesOutFirst: true, isRate: false })
})
