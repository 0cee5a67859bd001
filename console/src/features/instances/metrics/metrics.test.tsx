import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../../api/queries.ts'
import { type Answers, answerWith, type Requested, pageWith, refusal } from '../../../api/testing.ts'
import { fireEvent, render, screen, waitFor, within } from '../../../ui/testing.ts'
import { diskOf, webInstance } from '../testing.tsx'
import { CpuMetrics } from './cpu-metrics.tsx'
import { DiskMetrics } from './disk-metrics.tsx'
import { MetricsTab } from './metrics-tab.tsx'
import { metricsSearch } from './search.ts'

// uPlot draws on a canvas, which the tests' browser lacks.
vi.mock('../../../ui/chart/plot.tsx', () => ({ default: () => null }))
afterEach(() => vi.unstubAllGlobals())

const QUERY = 'POST /v1/timeseries/query'
const result = (values: (number | null)[]) => ({
  tables: [
    {
      name: 't',
      timeseries: [
        {
          fields: {},
          points: {
            start_times: null,
            timestamps: values.map((_, at) => new Date(at * 60_000).toISOString()),
            values: [{ metric_type: 'gauge', values: { type: 'double', values } }],
          },
        },
      ],
    },
  ],
})
const queriesIn = (requested: Requested[]): string[] =>
  requested.flatMap(({ call, body }) => (call === QUERY ? [(body as { query: string }).query] : []))

async function show(path: string, answers: Answers) {
  const requested = answerWith({ 'GET /v1/instances/web': webInstance('running'), ...answers })
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const project = createRoute({ getParentRoute: () => signedIn, path: '/projects/$project' })
  const page = createRoute({ getParentRoute: () => project, path: 'instances/$instance' })
  const frame = createRoute({ getParentRoute: () => page, id: 'instance-frame' })
  const metrics = createRoute({
    getParentRoute: () => frame,
    path: 'metrics',
    validateSearch: metricsSearch,
    component: MetricsTab,
  })
  const cpu = createRoute({ getParentRoute: () => metrics, path: 'cpu', component: CpuMetrics })
  const disk = createRoute({ getParentRoute: () => metrics, path: 'disk', component: DiskMetrics })
  const router = createRouter({
    routeTree: root.addChildren([
      signedIn.addChildren([
        project.addChildren([page.addChildren([frame.addChildren([metrics.addChildren([cpu, disk])])])]),
      ]),
    ]),
    history: createMemoryHistory({ initialEntries: [`/projects/shop/instances/web/metrics/${path}`] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('tablist', { name: 'Metrics' })
  return { requested, router }
}

test('asks for the chosen state of the virtual CPUs, and for all of them', async () => {
  const { requested, router } = await show('cpu', { [QUERY]: result([0, 5e9]) })
  expect(await screen.findByRole('figure', { name: 'CPU Utilization: Running' })).toBeTruthy()
  expect(queriesIn(requested)).toHaveLength(1)
  expect(queriesIn(requested)[0]).toMatch(
    /^get virtual_machine:vcpu_usage \| filter timestamp >= @\S+ && timestamp < @\S+ && instance_id == "i1" && state == "run" \| align mean_within\(60s\) \| group_by \[vcpu_id\], sum$/,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Choose state' }))
  fireEvent.click(await screen.findByRole('option', { name: 'All states' }))
  await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(4))
  expect(router.state.location.search).toEqual({ state: 'all' })
})

test('a chart that fails, or has no data, leaves the others', async () => {
  let count = 0
  const answers = [
    () => result([0, 5e9]),
    () => refusal(500, 'Internal', 'Internal Server Error'),
    () => refusal(400, 'InvalidRequest', 'Input tables to a `group_by` must be aligned'),
    () => result([1]),
  ]
  await show('cpu?state=all', { [QUERY]: () => answers[count++ % 4]!() })
  const card = async (title: string) =>
    within((await screen.findByRole('heading', { name: new RegExp(title) })).closest('section')!)
  expect(await (await card('Running')).findByRole('figure')).toBeTruthy()
  const failed = within(await (await card('Emulation')).findByRole('alert'))
  expect(failed.getByText('Something went wrong')).toBeTruthy()
  expect(failed.getByText('Internal Server Error')).toBeTruthy()
  expect(failed.getByText('r1')).toBeTruthy()
  expect(await (await card('Idle')).findByText('No data')).toBeTruthy()
  expect(await (await card('Waiting')).findByText('There is no data for this period.')).toBeTruthy()
})

test('one press reads all charts again that failed', async () => {
  let answer = (): unknown => refusal(503, 'ServiceUnavailable', 'the database is being upgraded')
  await show('cpu?state=all', { [QUERY]: () => answer() })
  await waitFor(() => expect(screen.getAllByText('The database is being upgraded')).toHaveLength(4))
  answer = () => result([0, 5e9])
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  await waitFor(() => expect(screen.getAllByRole('figure')).toHaveLength(4))
})

const noSeries = () => refusal(400, 'InvalidRequest', 'Input tables to a `group_by` must be aligned')

test('says that there is no reading since the start of a machine, however long ago', async () => {
  const started = new Date(Date.now() - 40 * 60_000).toISOString()
  await show('cpu', {
    'GET /v1/instances/web': webInstance('running', { time_run_state_updated: started }),
    [QUERY]: noSeries,
  })
  expect(
    await screen.findByText(/^No reading yet since the instance started on \w+ \d+, \d{4} /),
  ).toBeTruthy()
})

test('says nothing about the readings from before the period of a machine that started earlier', async () => {
  const started = new Date(Date.now() - 61 * 60_000).toISOString()
  await show('cpu', {
    'GET /v1/instances/web': webInstance('running', { time_run_state_updated: started }),
    [QUERY]: noSeries,
  })
  expect(await screen.findByText('There is no data for this period.')).toBeTruthy()
})

test('a period that ended before the start of a machine has no data, and no reading will come', async () => {
  await show('cpu?range=custom&from=2026-01-01T00:00:00.000Z&to=2026-01-02T00:00:00.000Z', {
    'GET /v1/instances/web': webInstance('running', { time_run_state_updated: '2026-03-04T05:06:07Z' }),
    [QUERY]: noSeries,
  })
  expect(await screen.findByText('There is no data for this period.')).toBeTruthy()
})

test('the tabs keep the period, and all disks are summed unless one is chosen', async () => {
  const { requested, router } = await show('cpu?range=day', {
    [QUERY]: result([0, 1]),
    'GET /v1/instances/web/disks': pageWith(diskOf('d1', 'boot'), diskOf('d2', 'data')),
  })
  fireEvent.click(screen.getByRole('tab', { name: 'Disk' }))
  expect(await screen.findByRole('figure', { name: 'Disk Flushes' })).toBeTruthy()
  expect(router.state.location.search).toEqual({ range: 'day' })
  const isAll = (query: string) =>
    query.endsWith('| align mean_within(1440s) | group_by [attached_instance_id], sum')
  expect(queriesIn(requested).filter(isAll)).toHaveLength(5)
  fireEvent.click(screen.getByRole('button', { name: 'Choose disk' }))
  fireEvent.click(await screen.findByRole('option', { name: 'data' }))
  await waitFor(() =>
    expect(queriesIn(requested).filter((query) => query.includes('disk_id == "d2"'))).toHaveLength(5),
  )
  expect(queriesIn(requested).at(-1)).toMatch(/align mean_within\(1440s\)$/)
})

test('without disks there is nothing to measure', async () => {
  const { requested } = await show('disk', { 'GET /v1/instances/web/disks': pageWith() })
  expect(await screen.findByRole('heading', { name: 'No disk metrics available' })).toBeTruthy()
  expect(queriesIn(requested)).toEqual([])
})

test('shows the points of a chart as a table, and its query', async () => {
  await show('cpu', { [QUERY]: result([0, 5e9, null]) })
  await screen.findByRole('figure', { name: 'CPU Utilization: Running' })
  const menu = () => fireEvent.click(screen.getByRole('button', { name: 'CPU Utilization: Running actions' }))
  menu()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Show as table' }))
  const rows = within(await screen.findByRole('table', { name: 'CPU Utilization: Running' })).getAllByRole(
    'row',
  )
  expect(rows.slice(1).map((row) => row.lastElementChild!.textContent)).toEqual(['No data', '100 %'])
  menu()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'View OxQL query' }))
  const dialog = await screen.findByRole('dialog', { name: 'OxQL query' })
  expect(dialog.querySelector('pre')!.textContent).toMatch(
    /^get virtual_machine:vcpu_usage\n {2}\| filter timestamp/,
  )
})

const POINTS = 'Points of CPU Utilization: Running'

test('the URL keeps the zoomed period', async () => {
  const { router } = await show('cpu?range=day', { [QUERY]: result([0, 5e9]) })
  fireEvent.keyDown(await screen.findByRole('slider', { name: POINTS }), { key: '+' })
  await waitFor(() => expect(router.state.location.search).toHaveProperty('zoom'))
  const { zoom, range } = router.state.location.search as { zoom: string; range: string }
  expect(range).toBe('day')
  const [from, to] = zoom.split('/').map(Date.parse)
  expect(Math.round((to! - from!) / 60_000)).toBe(12 * 60)
})

test('a link shows its zoomed period, which a new range ends', async () => {
  const [from, to] = [Date.now() - 40 * 60_000, Date.now() - 30 * 60_000]
  const zoom = `${new Date(from).toISOString()}/${new Date(to).toISOString()}`
  const opened = await show(`cpu?${new URLSearchParams({ zoom })}`, { [QUERY]: result([0, 5e9]) })
  expect(await screen.findByRole('button', { name: 'Reset zoom' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Choose a time range preset' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Last 3 hours' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset zoom' })).toBeNull())
  expect(opened.router.state.location.search).toEqual({ range: 'three-hours' })
})

test('an old link to a zoomed period asks for exactly that period', async () => {
  const zoom = '2026-01-01T10:00:00.000Z/2026-01-01T10:30:00.000Z'
  const { requested, router } = await show(`cpu?${new URLSearchParams({ zoom })}`, {
    [QUERY]: result([0, 5e9]),
  })
  await screen.findByRole('figure', { name: 'CPU Utilization: Running' })
  expect(queriesIn(requested)).toHaveLength(1)
  // The mean at the start is made of the minute before.
  expect(queriesIn(requested)[0]).toContain(
    'timestamp >= @2026-01-01T09:59:00.000 && timestamp < @2026-01-01T10:30:00.000',
  )
  expect(router.state.location.search).toEqual({
    from: '2026-01-01T10:00:00.000Z',
    to: '2026-01-01T10:30:00.000Z',
  })
  expect(screen.queryByRole('button', { name: 'Reset zoom' })).toBeNull()
})
