import { type Clock, manualClock } from '@granary/compute/clock.ts'
import { GiB } from '@granary/domain/sizes.ts'
import { schemaNamed } from '@granary/domain/timeseries/schemas.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addSilo } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { count } from '../kinds/charge.ts'
import { inTransaction, systemContext } from '../kit/resources/transaction.ts'
import { pruneExpired } from '../retention/pruning.ts'
import { seriesReader } from './reader.ts'
import { FLEET_ID } from './usage-reader.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const clock = manualClock(new Date('2026-01-01T00:00:00Z'))
let world: World
let other: string
let cookie: string
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  cookie = await world.signIn('admin', 'secret')
  await addSilo(world.services, 'elsewhere')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await world.ask('POST', '/v1/projects', { name: 'blog', description: '' })
  other = (await world.ask('GET', '/v1/system/silos/elsewhere')).body.id as string
})
afterAll(() => world.close())

const STORAGE = 'virtual_disk_space_provisioned'
const ALWAYS = 'start_time=2026-01-01T00:00:00Z&end_time=2099-01-01T00:00:00Z'
const get = (path: string) => world.ask('GET', path, undefined, cookie)
const valuesOf = (body: { items: { datum: { type: string; datum: number } }[] }) =>
  body.items.map(({ datum }) => {
    expect(datum.type).toBe('i64')
    return datum.datum / GiB
  })
const values = async (path: string) => valuesOf((await get(path)).body)

/** Creates a disk a minute later. */
async function addDisk(project: string, name: string, size: number) {
  await clock.advance(MINUTE)
  const body = {
    name,
    description: '',
    size: size * GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  }
  const answer = await world.ask('POST', `/v1/disks?project=${project}`, body, cookie)
  expect([answer.status, answer.body]).toEqual([201, expect.anything()])
}

/** Adds storage to another silo, as a disk of its would. */
async function addElsewhere(size: number, at?: Clock) {
  await clock.advance(MINUTE)
  await inTransaction(systemContext({ ...world.services, clock: at ?? clock }, 'test'), (context) =>
    count(context, { projectId: null, siloId: other }, { cpus: 0, memory: 0, storage: size * GiB }),
  )
}

test('lists one point for each change, for projects, silos and the fleet', async () => {
  await addDisk('shop', 'one', 1)
  await addDisk('blog', 'two', 2)
  await addElsewhere(4)
  await addDisk('shop', 'three', 8)
  expect(await values(`/v1/metrics/${STORAGE}?project=shop&${ALWAYS}`)).toEqual([1, 9])
  expect(await values(`/v1/metrics/${STORAGE}?project=blog&${ALWAYS}`)).toEqual([2])
  expect(await values(`/v1/metrics/${STORAGE}?${ALWAYS}`)).toEqual([1, 3, 11])
  expect(await values(`/v1/system/metrics/${STORAGE}?silo=elsewhere&${ALWAYS}`)).toEqual([4])
  expect(await values(`/v1/system/metrics/${STORAGE}?${ALWAYS}`)).toEqual([1, 3, 7, 15])
  expect(await values(`/v1/system/metrics/${STORAGE}?order=descending&${ALWAYS}`)).toEqual([15, 7, 3, 1])
  expect(await values(`/v1/metrics/cpus_provisioned?${ALWAYS}`)).toEqual([])
})

test('a time range includes its start and not its end', async () => {
  const range = (from: string, to: string) =>
    values(`/v1/system/metrics/${STORAGE}?start_time=2026-01-01T00:0${from}Z&end_time=2026-01-01T00:0${to}Z`)
  expect(await range('2:00', '4:00')).toEqual([3, 7])
  expect(await range('2:00.001', '4:00.001')).toEqual([7, 15])
  expect(await range('3:00', '3:00')).toEqual([])
  expect(await range('4:00', '2:00')).toEqual([])
  const offset = encodeURIComponent('2026-01-01T02:02:00+02:00')
  expect(await values(`/v1/metrics/${STORAGE}?start_time=${offset}&end_time=2026-01-01T00:03:00Z`)).toEqual([
    3,
  ])
  // The console looks up the value before its window like this.
  const before = `/v1/metrics/${STORAGE}?limit=1&order=descending&start_time=1970-01-01T00:00:00Z&end_time=2026-01-01T00:03:00Z`
  expect(await values(before)).toEqual([3])
})

test('pages follow each other in both directions, and an empty one ends the list', async () => {
  for (const [order, all] of [
    ['ascending', [1, 3, 7, 15]],
    ['descending', [15, 7, 3, 1]],
  ] as const) {
    const path = `/v1/system/metrics/${STORAGE}`
    let { body } = await get(`${path}?limit=3&order=${order}&${ALWAYS}`)
    const seen = valuesOf(body)
    expect(seen.length).toBe(3)
    body = (await get(`${path}?limit=3&page_token=${body.next_page}`)).body
    seen.push(...valuesOf(body))
    expect(seen).toEqual(all)
    expect((await get(`${path}?limit=3&page_token=${body.next_page}`)).body).toEqual({
      items: [],
      next_page: null,
    })
  }
})

test('the first page needs both times, and unknown names and tokens of other lists are refused', async () => {
  const missing = await get(`/v1/metrics/${STORAGE}?end_time=2026-01-01T00:00:00Z`)
  expect(missing).toMatchObject({
    status: 400,
    body: { problems: [{ path: 'start_time', code: 'required' }] },
  })
  expect((await get(`/v1/metrics/disks?${ALWAYS}`)).status).toBe(400)
  const { next_page: token } = (await get('/v1/projects?limit=1')).body
  expect(await get(`/v1/metrics/${STORAGE}?page_token=${token}`)).toMatchObject({ status: 400 })
  const start = {
    sort_by: 'time_and_id_ascending',
    start_time: '2000-01-01T00:00:00Z',
    end_time: '2100-01-01T00:00:00Z',
  }
  const large = btoa(JSON.stringify({ v: 'v1', page_start: { ...start, last_seen: `t/${'9'.repeat(16)}` } }))
  expect(await get(`/v1/metrics/${STORAGE}?page_token=${large}`)).toMatchObject({ status: 400 })
})

test('quotas have points too, also when their silo is deleted', async () => {
  const path = '/v1/system/metrics/virtual_disk_space_provisioned?of=quota'
  const before = await values(`${path}&${ALWAYS}`)
  await clock.advance(MINUTE)
  const quotas = { cpus: 1, memory: GiB, storage: 5 * GiB }
  const body = {
    name: 'short',
    description: '',
    discoverable: true,
    identity_mode: 'local_only',
    quotas,
    tls_certificates: [],
  }
  expect((await world.ask('POST', '/v1/system/silos', body)).status).toBe(201)
  await clock.advance(MINUTE)
  await world.ask('PUT', '/v1/system/silos/short/quotas', { storage: 7 * GiB })
  expect(await values(`${path}&silo=short&${ALWAYS}`)).toEqual([5, 7])
  await clock.advance(MINUTE)
  expect((await world.ask('DELETE', '/v1/system/silos/short')).status).toBe(204)
  const after = await values(`${path}&${ALWAYS}`)
  const last = before.at(-1) ?? 0
  expect(after.slice(before.length)).toEqual([last + 5, last + 7, last])
  expect((await get(`/v1/metrics/${STORAGE}?of=quota&project=shop&${ALWAYS}`)).status).toBe(400)
})

test('queries read the same points as series', async () => {
  const read = async (id?: string) =>
    (
      await seriesReader(world.services).read(schemaNamed(`collection_target:${STORAGE}`)!, {
        fields: id === undefined ? {} : { id },
        matches: (fields) => id === undefined || fields.id === id,
        from: 0,
        to: Number.MAX_SAFE_INTEGER,
        spacing: 0,
        maxPoints: 100,
        countRows: () => {},
      })
    ).map(({ fields, points }) => [fields.id, [...points.columns[0]!].map((value) => value / GiB)] as const)
  expect(await read(FLEET_ID)).toEqual([[FLEET_ID, [1, 3, 7, 15]]])
  expect(await read(other)).toEqual([[other, [4]]])
  expect((await read()).map(([id]) => id)).toEqual(expect.arrayContaining([FLEET_ID, other]))
})

test('old points go, except those that still hold', async () => {
  await clock.advance(40 * DAY)
  cookie = await world.signIn('admin', 'secret')
  await addDisk('shop', 'late', 16)
  await pruneExpired(world.services)
  expect(await values(`/v1/metrics/${STORAGE}?${ALWAYS}`)).toEqual([11, 27])
  expect(await values(`/v1/system/metrics/${STORAGE}?${ALWAYS}`)).toEqual([7, 15, 31])
})

test('the newest point is that of the last change, also if the clock went back', async () => {
  await addElsewhere(32)
  await addElsewhere(64, manualClock(new Date(clock.now().getTime() - 60 * MINUTE)))
  const path = `/v1/system/metrics/${STORAGE}?silo=elsewhere&${ALWAYS}`
  expect(await values(path)).toEqual([4, 36, 100])
  expect(await values(`${path}&order=descending&limit=1`)).toEqual([100])
})
