import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setExtensions } from '../../api/extensions.ts'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { render, screen, within } from '../../ui/testing.ts'
import { OverviewPage } from './overview-page.tsx'

const time = '2026-11-20T10:00:00.000Z'
const exactly = (count: number) => ({ count, is_capped: false })
const NONE = exactly(0)
const counts = (instances: object, states: object[] = []) => ({
  instances,
  disks: NONE,
  snapshots: NONE,
  images: NONE,
  affinity_groups: NONE,
  anti_affinity_groups: NONE,
  instance_states: states,
  disk_states: [],
})
const failing = (name: string, start_problem: string | null = null) => ({
  id: name,
  name,
  run_state: start_problem ? 'stopped' : 'failed',
  time_run_state_updated: time,
  start_problem,
})
const change = (kind: string, name: string | null, more: object = {}) => ({
  time,
  kind,
  action: 'created',
  resource_id: `${kind} ${name}`,
  name,
  state: null,
  actor: 'Ann',
  ...more,
})
const usage = { cpus: 4, memory: 2 ** 33, storage: 0 }

const SHOP: Answers = {
  'GET /v1/projects/shop': { id: 'p1', name: 'shop', description: 'Carts', time_created: time },
  'GET /v1/instances': pageWith(),
  'GET /v1/utilization': {
    capacity: { cpus: 40, memory: 2 ** 36, storage: 2 ** 40 },
    provisioned: { cpus: 10, memory: 2 ** 34, storage: 0 },
  },
  'GET /experimental/v1/projects/shop/counts': counts(exactly(12), [
    { state: 'running', total: exactly(5) },
    { state: 'failed', total: exactly(7) },
  ]),
  'GET /experimental/v1/projects/shop/overview': {
    failing: [failing('api'), failing('web', 'Insufficient capacity: no sled has 8 free vCPUs')],
    recent: [
      change('instance', 'web', { state: 'stopped' }),
      change('disk', 'old', { action: 'deleted', actor: null }),
      change('project-policy', null, { action: 'updated' }),
    ],
    usage,
  },
}

beforeEach(() => setExtensions(true))
afterEach(() => vi.unstubAllGlobals())

async function show(answers: Answers = {}) {
  answerWith({ ...SHOP, ...answers })
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const project = createRoute({ getParentRoute: () => signedIn, path: '/projects/$project' })
  const page = createRoute({ getParentRoute: () => project, path: 'overview', component: OverviewPage })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([project.addChildren([page])])]),
    history: createMemoryHistory({ initialEntries: ['/projects/shop/overview'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: 'shop' })
}

const items = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('counts instances by state, failed ones first, and leads to each', async () => {
  await show()
  expect(await items('Instances by state')).toEqual(['failed7', 'running5'])
  const link = screen.getByRole('link', { name: /^failed/ })
  expect(decodeURIComponent(link.getAttribute('href')!)).toBe('/projects/shop/instances?state=["failed"]')
})

test('shows why instances need attention, with a start, and how many more failed', async () => {
  await show()
  expect(await screen.findByText('No sled has 8 free vCPUs.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Start api' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'api' }).getAttribute('href')).toBe(
    '/projects/shop/instances/api/storage',
  )
  expect(screen.getByRole('link', { name: 'View all 7 failed instances' })).toBeTruthy()
})

test('lists recent changes; deleted resources are no links', async () => {
  await show()
  const lines = await items('Recent changes')
  expect(lines[0]).toContain('webstoppedinstance created by Ann')
  expect(lines[1]).toContain('olddisk deleted')
  expect(lines[2]).toContain('Project accessroles changed by Ann')
  expect(screen.queryByRole('link', { name: 'old' })).toBeNull()
})

test('shows the share of the project in the quotas of the silo', async () => {
  await show()
  expect(await screen.findByText('10 of 40 used in the silo')).toBeTruthy()
  expect(screen.getByText('8 GiB')).toBeTruthy()
})

test('shows only the use to users who can not see the quotas', async () => {
  await show({ 'GET /v1/utilization': refusal(403, 'Forbidden', 'Forbidden') })
  expect(await screen.findByText('8 GiB')).toBeTruthy()
  expect(screen.queryByText(/used in the silo/)).toBeNull()
})

test('offers the first instance in an empty project', async () => {
  await show({
    'GET /experimental/v1/projects/shop/counts': counts(NONE),
    'GET /experimental/v1/projects/shop/overview': { failing: [], recent: [], usage },
  })
  expect(await screen.findByRole('link', { name: 'Create the first instance' })).toBeTruthy()
  expect(screen.queryByText('Nothing needs attention')).toBeNull()
})

test('says that nothing needs attention', async () => {
  await show({ 'GET /experimental/v1/projects/shop/overview': { failing: [], recent: [], usage } })
  expect(await screen.findByText('Nothing needs attention')).toBeTruthy()
  expect(screen.getByText('Nothing has changed lately.')).toBeTruthy()
})

test('says that it could not be loaded', async () => {
  await show({
    'GET /experimental/v1/projects/shop/overview': refusal(503, 'ServiceUnavailable', 'down'),
  })
  expect(await screen.findByText('The overview could not be loaded')).toBeTruthy()
})

test('shows the busiest instances, and nothing without data', async () => {
  const running = (name: string, ncpus: number) => ({ id: name, name, ncpus, run_state: 'running' })
  const series = (id: string, last: number) => ({
    fields: { instance_id: { type: 'uuid', value: id } },
    points: {
      start_times: null,
      timestamps: [time, time],
      values: [{ metric_type: 'gauge', values: { type: 'double', values: [0, last] } }],
    },
  })
  await show({
    ...SHOP,
    'GET /v1/instances': pageWith(running('calm', 1), running('busy', 2), running('silent', 1)),
    'POST /v1/timeseries/query': {
      tables: [{ name: 't', timeseries: [series('calm', 5e8), series('busy', 5e9)] }],
    },
  })
  const rows = within(await screen.findByRole('list', { name: 'Busiest instances' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['busy50 %', 'calm10 %'])
})

test('says which parts failed to load, and keeps the others', async () => {
  const broken = () => refusal(500, 'Internal', 'Internal Server Error')
  await show({ 'GET /v1/utilization': broken, 'GET /v1/instances': broken })
  expect(await screen.findByText('The quota of the silo could not be loaded')).toBeTruthy()
  expect(await screen.findByText('Their CPU load could not be loaded')).toBeTruthy()
  expect(await items('Instances by state')).toEqual(['failed7', 'running5'])
})
