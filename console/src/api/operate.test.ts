import {
  imageList,
  instanceDelete,
  instanceDiskList,
  instanceList,
  instanceView,
  projectDelete,
  projectList,
  projectUpdate,
  projectView,
} from '@granary/contract/generated/client.ts'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { operate } from './operate.ts'
import { apiQuery, createQueryClient } from './queries.ts'
import { answerWith, pageWith } from './testing.ts'

afterEach(() => vi.unstubAllGlobals())

const ID = '00000000-0000-4000-8000-000000000001'
const shop = { id: ID, name: 'shop', description: '' }
const SELECTABLE_TABLES = 'GET /v1/projects'
const PROJECT_VIEW = 'GET /v1/projects/shop'

/** Reads a query, and keeps it active. */
async function look(client: QueryClient, query: { queryKey: readonly unknown[] }) {
  await client.prefetchQuery(query)
  new QueryObserver(client, { ...query, staleTime: Infinity }).subscribe(() => {})
}

/** Shows a list of projects, a view of one and a list of images, then records the calls. */
async function shown() {
  const client = createQueryClient()
  const requested = answerWith({
    [SELECTABLE_TABLES]: pageWith(shop),
    [PROJECT_VIEW]: shop,
    'GET /v1/images': pageWith(),
    'PUT /v1/projects/shop': shop,
    [`PUT /v1/projects/${ID}`]: shop,
    'DELETE /v1/projects/shop': () => new Response(null, { status: 204 }),
    [`DELETE /v1/projects/${ID}`]: () => new Response(null, { status: 204 }),
  })
  await look(client, apiQuery(projectList, {}))
  await look(client, apiQuery(projectView, { path: { project: 'shop' } }))
  await look(client, apiQuery(imageList, {}))
  requested.length = 0
  return { client, calls: () => requested.map(({ call }) => call) }
}

test('refetches answers that show the changed kinds, and nothing else', async () => {
  const { client, calls } = await shown()
  const body = { description: 'Shoes' }
  await operate(client, projectUpdate, { path: { project: 'shop' }, body }, { waits: true })
  expect(calls()).toEqual(['PUT /v1/projects/shop', SELECTABLE_TABLES, PROJECT_VIEW])
  expect(client.getQueryState(apiQuery(imageList, {}).queryKey)?.isInvalidated).toBe(false)
})

test.each(['shop', ID])(
  'the view of a resource that was deleted as %s is not read again',
  async (project) => {
    const { client, calls } = await shown()
    await operate(client, projectDelete, { path: { project } }, { waits: true })
    expect(calls()).toEqual([`DELETE /v1/projects/${project}`, SELECTABLE_TABLES])
    expect(client.getQueryState(apiQuery(projectView, { path: { project: 'shop' } }).queryKey)).toMatchObject(
      {
        isInvalidated: true,
      },
    )
  },
)

test('does not refetch the view under a former name', async () => {
  const { client, calls } = await shown()
  await operate(
    client,
    projectUpdate,
    { path: { project: 'shop' }, body: { name: 'store' } },
    { waits: true },
  )
  expect(calls()).toEqual(['PUT /v1/projects/shop', SELECTABLE_TABLES])
})

test('refetches the view after an update by id that keeps the name', async () => {
  const { client, calls } = await shown()
  await operate(client, projectUpdate, { path: { project: ID }, body: { name: 'shop' } }, { waits: true })
  expect(calls()).toEqual([`PUT /v1/projects/${ID}`, SELECTABLE_TABLES, PROJECT_VIEW])
})

test('does not refetch queries by the name of a deleted resource', async () => {
  const client = createQueryClient()
  const requested = answerWith({
    'GET /v1/instances': pageWith(),
    'GET /v1/instances/web': { id: ID, name: 'web' },
    'GET /v1/instances/web/disks': pageWith(),
    [`DELETE /v1/instances/${ID}`]: () => new Response(null, { status: 204 }),
  })
  await look(client, apiQuery(instanceList, { query: { project: 'shop' } }))
  await look(client, apiQuery(instanceView, { path: { instance: 'web' } }))
  await look(client, apiQuery(instanceDiskList, { path: { instance: 'web' } }))
  requested.length = 0
  await operate(client, instanceDelete, { path: { instance: ID } }, { waits: true })
  expect(requested.map(({ call }) => call)).toEqual([`DELETE /v1/instances/${ID}`, 'GET /v1/instances'])
})

test('marks nothing as stale when an operation is refused', async () => {
  const { client, calls } = await shown()
  await expect(operate(client, projectDelete, { path: { project: 'other' } })).rejects.toThrow('other')
  expect(calls()).toEqual(['DELETE /v1/projects/other'])
})
