import { describe, expect, test } from 'vitest'
import { messageWithPosition, QueryError } from './language/query-error.ts'
import type { SeriesReader } from './reader.ts'
import { ask, MemoryReader, stored } from './testing.ts'

const SILO = '10000000-0000-0000-0000-000000000000'
const PROJECT = '20000000-0000-0000-0000-000000000000'
const OTHER = '30000000-0000-0000-0000-000000000000'
const DISK = {
  disk_id: '40000000-0000-0000-0000-000000000000',
  project_id: PROJECT,
  silo_id: SILO,
  block_size: 512,
}

const counter = (values: readonly number[]) =>
  values.map((value, index) => ({ ago: (values.length - 1 - index) * 10, startAgo: 100, value }))

const disks = (values: readonly number[]) => [
  stored(DISK, counter(values)),
  stored({ ...DISK, project_id: OTHER }, counter(values.map((value) => value * 2))),
]

const world = new MemoryReader({
  'virtual_disk:reads': disks([10, 15, 40]),
  'virtual_disk:writes': disks([1, 2, 3]),
  'collection_target:cpus_provisioned': [
    stored({ id: SILO }, [
      { ago: 50, value: 4 },
      { ago: 10, value: 8 },
    ]),
  ],
})
const RECENT = 'timestamp > @now() - 1m'
const READS = `get virtual_disk:reads | filter ${RECENT} && project_id == "${PROJECT}"`

/** Makes 400,000 points. */
const LONG = 'get virtual_disk:reads | filter timestamp > @now() - 200000s | align mean_within(1s)'

const valuesOf = async (text: string, reader: SeriesReader = world) => {
  const [table] = await ask(text, reader)
  return table!.timeseries.map(({ points }) => points.values.map(({ values }) => values.values))
}

async function refusalOf(text: string, reader: SeriesReader = world): Promise<string> {
  try {
    await ask(text, reader)
  } catch (error) {
    if (error instanceof QueryError) return messageWithPosition(text, error)
    throw error
  }
  return 'no error'
}

test('a cumulative series becomes deltas, the first since the start of the counter', async () => {
  expect(await ask(READS, world)).toEqual([
    {
      name: 'virtual_disk:reads',
      timeseries: [
        {
          fields: {
            disk_id: { type: 'uuid', value: DISK.disk_id },
            project_id: { type: 'uuid', value: PROJECT },
            silo_id: { type: 'uuid', value: SILO },
            block_size: { type: 'u32', value: 512 },
          },
          points: {
            startTimes: ['06:58:20', '06:59:40', '06:59:50'].map((time) => `2026-05-06T${time}.000Z`),
            timestamps: ['06:59:40', '06:59:50', '07:00:00'].map((time) => `2026-05-06T${time}.000Z`),
            values: [{ metricType: 'delta', values: { type: 'integer', values: [10, 5, 25] } }],
          },
        },
      ],
    },
  ])
})

test('a counter that restarts counts from zero, and a gap in it stays one', async () => {
  const reader = new MemoryReader({
    'virtual_disk:reads': [
      stored(DISK, [
        { ago: 60, startAgo: 80, value: 100 },
        { ago: 50, startAgo: 80, value: 110 },
        { ago: 20, startAgo: 30, value: 6 },
        { ago: 10, startAgo: 30, value: 9 },
      ]),
    ],
  })
  const query = `get virtual_disk:reads | filter timestamp >= @now() - 1m`
  expect(await valuesOf(query, reader)).toEqual([[[100, 10, 6, 3]]])
  expect(await valuesOf(`${query} | align mean_within(10s)`, reader)).toEqual([
    [[5, null, null, 3, 1.5, null]],
  ])
})

test.each(['mean_within(10s)', 'interpolate(10s)'])(
  'a counter that started before the query has no aligned value before its first reading: %s',
  async (align) => {
    const reader = new MemoryReader({
      'virtual_disk:reads': [
        stored(DISK, [
          { ago: 30, startAgo: 86_400, value: 5000 },
          { ago: 20, startAgo: 86_400, value: 5010 },
          { ago: 10, startAgo: 86_400, value: 5020 },
        ]),
      ],
    })
    const query = 'get virtual_disk:reads | filter timestamp >= @now() - 1m && timestamp <= @now() - 10s'
    expect(await valuesOf(`${query} | align ${align}`, reader)).toEqual([[[null, null, null, 5, 5]]])
  },
)

test('a total that is lower by rounding is no restart', async () => {
  const reader = new MemoryReader({ 'virtual_disk:reads': [stored(DISK, counter([1000, 2024, 2000, 2007]))] })
  expect(await valuesOf(READS, reader)).toEqual([[[1000, 1024, 0, 7]]])
})

describe('align', () => {
  test('gives means of a gauge, and null where it has no point', async () => {
    const query =
      'get collection_target:cpus_provisioned | filter timestamp >= @now() - 1m | align mean_within(20s)'
    expect(await valuesOf(query)).toEqual([[[4, null, 8]]])
  })

  test('interpolates between the points of a gauge', async () => {
    const query =
      'get collection_target:cpus_provisioned | filter timestamp >= @now() - 1m | align interpolate(10s)'
    expect(await valuesOf(query)).toEqual([[[4, 5, 6, 7, 8, null]]])
  })

  test('starts at the first point in a query without a lower bound', async () => {
    expect(
      await valuesOf(`get virtual_disk:reads | filter project_id == "${PROJECT}" | align mean_within(10s)`),
    ).toEqual([[[0.625, 2.5, 12.5]]])
  })
})

test('join puts the values side by side', async () => {
  const writes = READS.replace('reads', 'writes')
  const [table] = await ask(`{ ${READS} ; ${writes} } | align mean_within(10s) | join | last 2`, world)
  expect(table!.name).toBe('virtual_disk:reads,virtual_disk:writes')
  expect(table!.timeseries[0]!.points.values.map(({ values }) => values.values)).toEqual([
    [2.5, 12.5],
    [0.5, 0.5],
  ])
})

test('group_by adds series that have not all of the same times', async () => {
  const query = `get virtual_disk:reads | filter ${RECENT} | align mean_within(10s) | filter datum > 3`
  expect(await valuesOf(query)).toEqual([[[12.5]], [[5, 25]]])
  expect(await valuesOf(`${query} | group_by [disk_id], sum`)).toEqual([[[5, 37.5]]])
})

test('a filter behind a group limits what its queries read', async () => {
  const reader = new MemoryReader({})
  await ask('{ get virtual_disk:reads; get virtual_disk:writes } | filter timestamp >= @now() - 5m', reader)
  expect(reader.requests.map(({ from, to }) => to - from)).toEqual([300_000, 300_000])
})

test('a reader gets the known fields, and the spacing that an alignment needs', async () => {
  const reader = new MemoryReader({})
  await ask(`${READS} && (block_size == 512 || block_size == 4096) | align mean_within(1m)`, reader)
  const [request] = reader.requests
  expect(request).toMatchObject({ fields: { project_id: PROJECT }, spacing: 30_000 })
  expect(request!.matches({ ...DISK, block_size: 4096 })).toBe(true)
  expect(request!.matches({ ...DISK, block_size: 2048 })).toBe(false)
})

describe('a scope', () => {
  const scope = { silo_id: SILO, project_id: PROJECT }

  test('hides the series of others, even if the reader returns them', async () => {
    const [table] = await ask(
      `get virtual_disk:reads | filter project_id == "${OTHER}" || ${RECENT}`,
      world,
      scope,
    )
    expect(table!.timeseries.map(({ fields }) => fields.project_id!.value)).toEqual([PROJECT])
  })

  test('hides a series that has no such field', async () => {
    const query = `get collection_target:cpus_provisioned | filter ${RECENT}`
    expect(await ask(query, world, scope)).toEqual([
      { name: 'collection_target:cpus_provisioned', timeseries: [] },
    ])
  })
})

describe('refuses', () => {
  test.each([
    ['get virtual_disk:seeks', 'there is no series "virtual_disk:seeks" at line 1, column 5'],
    [
      'get virtual_disk:reads',
      'filter virtual_disk:reads by a field or by time; without that, the query would read all of it at line 1, column 5',
    ],
    [
      'get collection_target:cpus_provisioned | filter size == 5',
      'the table collection_target:cpus_provisioned has no field "size"; its fields are id at line 1, column 49',
    ],
    [
      `${READS} | filter block_size == "x"`,
      /^block_size has the type u32; compare it with an integer at line 1/,
    ],
    [
      `${READS} | filter disk_id == "x"`,
      /^disk_id has the type uuid; compare it with a UUID in quotes at line 1/,
    ],
    [
      `${READS} | filter disk_id > "${SILO}"`,
      /^disk_id has the type uuid, which has no order; use == or != at/,
    ],
    [`${READS} | filter block_size ~= "5"`, /^~= needs a field of type string; block_size is not one at/],
    [`${READS} | filter timestamp > 5`, /^timestamp is a time; compare it with one such as @2024-01-01/],
    [
      `${READS} | align mean_within(5s) | filter start_time > @now()`,
      /^virtual_disk:reads has no start times;/,
    ],
    [`${READS} | filter datum == "x"`, /^datum is a number; compare it with one at/],
    [
      'get virtual_disk:io_size | align mean_within(5s)',
      /^virtual_disk:io_size has distributions; align needs numbers/,
    ],
    [`${READS} | group_by [disk_id]`, /^Input tables to a `group_by` must be aligned at line 1/],
    [
      `${READS} | align mean_within(5s) | group_by [disk_id, disk_id]`,
      /^disk_id is listed more than once at/,
    ],
    [
      `{${READS};${READS}} | align mean_within(5s) | group_by [disk_id]`,
      /^group_by needs exactly one table, not 2/,
    ],
    [`${READS} | join`, /^join needs at least two tables at/],
    [`{${READS};${READS}} | join`, /^Input tables to a `join` must be aligned at/],
    [
      `{${READS} | align mean_within(5s);${READS} | align mean_within(9s)} | join`,
      /^join needs tables that are aligned to the same period at/,
    ],
    [
      `${READS} | align mean_within(99ms)`,
      'align may make at most 100 points of one; the points are about 10 s apart',
    ],
    [
      `get virtual_disk:reads | filter timestamp > @2000-01-01 | align mean_within(1s)`,
      'align would make more than 1,000,000 points; choose a longer period or less time',
    ],
    [
      `get virtual_disk:failed_reads | filter failure_reason ~= "a{600}" || failure_reason ~= "(?:ab){300}"`,
      'the regular expressions of a query may have at most 1000 characters, repeated ones counted as often at line 1, column 88',
    ],
    [
      `{${LONG};${LONG};${LONG}}`,
      'align would make more than 1,000,000 points; choose a longer period or less time',
    ],
    [
      `{${LONG};${LONG}} | join`,
      'join would make more than 1,000,000 points; choose a longer period or less time',
    ],
    [
      `${READS} && block_size == 1 | align mean_within(5s) | group_by [disk_id]`,
      'Input tables to a `group_by` must be aligned',
    ],
    [
      `${READS} | align mean_within(5s) | filter datum > 100 | group_by [disk_id]`,
      'Input tables to a `group_by` must not be empty',
    ],
  ])('%s', async (query, message) => {
    expect(await refusalOf(query)).toMatch(message)
  })

  test('more than 1,000,000 points', async () => {
    const times = new Float64Array(500_001)
    const points = { startTimes: times, timestamps: times, columns: [times] }
    const reader = new MemoryReader({
      'virtual_disk:reads': [
        { fields: DISK, points },
        { fields: DISK, points },
      ],
    })
    const query = `get virtual_disk:reads | filter project_id == "${PROJECT}"`
    expect(await refusalOf(query, reader)).toBe(
      'the query reads more than 1,000,000 points; filter for less time or fewer series',
    )
  })
})
