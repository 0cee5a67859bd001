import { GiB, TiB } from '@granary/domain/sizes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { setExtensions } from '../../api/extensions.ts'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { fireEvent, render, screen, waitFor, within } from '../../ui/testing.ts'
import { SystemUtilization } from './system-utilization.tsx'

const silo = (silo_name: string, allocated: object, provisioned: object) => ({
  silo_id: `id-${silo_name}`,
  silo_name,
  allocated,
  provisioned,
})
const sled = {
  id: 's1',
  rack_id: 'r1',
  slot: 0,
  baseboard: { part: 'p', serial: 'GRN1', revision: 1 },
  policy: { kind: 'in_service', provision_policy: 'provisionable' },
  state: 'active',
  usable_hardware_threads: 100,
  usable_physical_ram: 100 * GiB,
  time_created: '2026-11-20T10:00:00.000Z',
  time_modified: '2026-11-20T10:00:00.000Z',
}
const FIT = 'POST /experimental/v1/system/capacity/fit'
const OUTLOOK = 'GET /experimental/v1/system/capacity/outlook'
const outlook = (limit: string, message: string, likely_days: number | null) => ({
  resource: 'memory',
  limit,
  amount: 100 * GiB,
  used: 80 * GiB,
  state: likely_days === null ? 'not_within_a_year' : 'runs_out',
  history_days: 30,
  likely_days,
  earliest_days: likely_days,
  latest_days: likely_days,
  message,
})
const SERVER: Answers = {
  [OUTLOOK]: {
    items: [
      outlook('quota', 'Runs out in about 5 weeks at this rate (between 3 and 9)', 35),
      outlook('sleds', 'Not before a year at this rate', null),
    ],
  },
  'GET /v1/system/utilization/silos': pageWith(
    silo(
      'main',
      { cpus: 100, memory: 100 * GiB, storage: 10 * TiB },
      { cpus: 70, memory: 80 * GiB, storage: 1.5 * TiB },
    ),
    silo('empty', { cpus: 0, memory: 0, storage: 0 }, { cpus: 0, memory: 0, storage: 0 }),
  ),
  'GET /v1/system/hardware/sleds': pageWith(sled),
  [FIT]: {
    fits: true,
    placed: 10,
    sleds: [{ sled_id: 's1', count: 10 }],
    survives_any_failure: false,
    failures: [{ sled_id: 's1', displaced: 3, stranded: 3, placed: 0 }],
  },
}

afterEach(() => vi.unstubAllGlobals())

async function show(answers: Answers = {}, { extensions = true, search = '' } = {}) {
  const requested = answerWith({ ...SERVER, ...answers })
  setExtensions(extensions)
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const system = createRoute({ getParentRoute: () => signedIn, path: '/system' })
  const page = createRoute({
    getParentRoute: () => system,
    path: 'utilization',
    validateSearch: (search: Record<string, unknown>) => search,
    component: SystemUtilization,
  })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([system.addChildren([page])])]),
    history: createMemoryHistory({ initialEntries: [`/system/utilization${search}`] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { level: 1, name: 'Utilization' })
  return requested
}

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('compares each silo with its quotas, with a meter above 66 %', async () => {
  await show()
  const row = await screen.findByRole('row', { name: /^main/ })
  expect(cellsOf(row).slice(1, 7)).toEqual([
    '70 / 100',
    '80 / 100\u00a0GiB',
    '1.5 / 10\u00a0TiB',
    '30',
    '20\u00a0GiB',
    '8.5\u00a0TiB',
  ])
  expect(
    within(row)
      .getAllByRole('img')
      .map((meter) => meter.getAttribute('aria-label')),
  ).toEqual(['70.00% used', '80.00% used'])
  expect(within(screen.getByRole('row', { name: /^empty/ })).queryByRole('img')).toBeNull()
})

test('groups the digits of large numbers, as the cards do', async () => {
  const [quota, used] = [
    { cpus: 12_000, memory: 2048 * GiB, storage: 4096 * TiB },
    { cpus: 1000, memory: 1024 * GiB, storage: 0 },
  ]
  await show({ 'GET /v1/system/utilization/silos': pageWith(silo('large', quota, used)) })
  const row = await screen.findByRole('row', { name: /^large/ })
  expect(cellsOf(row).slice(1, 7)).toEqual([
    '1,000 / 12,000',
    '1,024 / 2,048\u00a0GiB',
    '0 / 4,096\u00a0TiB',
    '11,000',
    '1,024\u00a0GiB',
    '4,096\u00a0TiB',
  ])
})

test('compares all silos with the sleds', async () => {
  await show()
  const table = within(await screen.findByRole('table', { name: 'Physical capacity' }))
  expect(cellsOf(await table.findByRole('row', { name: /^CPU/ }))).toEqual([
    'CPU',
    '70',
    '70',
    '100.0%',
    '100',
    '142.9%',
  ])
})

test('says what fits, and what happens when a sled fails', async () => {
  const requested = await show()
  fireEvent.click(await screen.findByRole('tab', { name: 'What fits' }))
  expect(await screen.findByText('All 10 fit')).toBeTruthy()
  expect(requested.find(({ call }) => call === FIT)?.body).toEqual({
    ncpus: 4,
    memory: 16 * GiB,
    count: 10,
    apart: false,
    cpu_platform: null,
  })
  expect(await screen.findByText('If GRN1 fails, not all instances have a place on the others.')).toBeTruthy()
})

test('names the allowed numbers at a field, and asks nothing beyond them', async () => {
  const requested = await show()
  fireEvent.click(await screen.findByRole('tab', { name: 'What fits' }))
  await screen.findByText('All 10 fit')
  const field = screen.getByRole('textbox', { name: 'vCPUs each' })
  fireEvent.change(field, { target: { value: '999' } })
  fireEvent.blur(field)
  expect((field as HTMLInputElement).value).toBe('999')
  expect(screen.getByText('Must be from 1 to 254')).toBeTruthy()
  expect(screen.queryByText('All 10 fit')).toBeNull()
  fireEvent.change(field, { target: { value: '8' } })
  expect(await screen.findByText('All 10 fit')).toBeTruthy()
  expect(
    requested.filter(({ call }) => call === FIT).map(({ body }) => (body as { ncpus: number }).ncpus),
  ).toEqual([4, 8])
})

test('says when the fleet runs out, beside its silos and beside what fits', async () => {
  await show()
  const rows = async () => {
    const table = within(await screen.findByRole('table', { name: 'When it runs out' }))
    await table.findByText('Runs out in about 5 weeks at this rate (between 3 and 9)')
    return table.getAllByRole('row').slice(1).map(cellsOf)
  }
  const expected = [
    ['MemoryQuota', '', 'Runs out in about 5 weeks at this rate (between 3 and 9)', '20 GiB'],
    ['MemoryUsable on sleds', '', 'Not before a year at this rate', '20 GiB'],
  ]
  expect(await rows()).toEqual(expected)
  fireEvent.click(screen.getByRole('tab', { name: 'What fits' }))
  expect(await rows()).toEqual(expected)
})

test('says when the silo in the URL runs out', async () => {
  const requested = await show(
    { ...noPoints, 'GET /v1/system/silos': pageWith({ id: 'id-main', name: 'main' }) },
    { search: '?tab=metrics&scope=id-main' },
  )
  expect(await screen.findByRole('table', { name: 'When it runs out' })).toBeTruthy()
  expect(requested.find(({ call }) => call === OUTLOOK)?.query.get('silo')).toBe('id-main')
})

test('offers no answer to what fits on a server without extensions', async () => {
  await show({}, { extensions: false })
  expect(await screen.findByRole('tab', { name: 'Summary' })).toBeTruthy()
  expect(screen.queryByRole('tab', { name: 'What fits' })).toBeNull()
  expect(screen.queryByRole('table', { name: 'When it runs out' })).toBeNull()
})

test('says why utilization could not be loaded', async () => {
  await show({
    'GET /v1/system/utilization/silos': refusal(503, 'ServiceNotAvailable', 'The database is away'),
  })
  expect(await screen.findByText(/The database is away/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

const METRICS = ['cpus_provisioned', 'ram_provisioned', 'virtual_disk_space_provisioned'].map(
  (name) => `GET /v1/system/metrics/${name}`,
)
const noPoints = Object.fromEntries(METRICS.map((call) => [call, pageWith()]))

test('reads the charts of the silo in the URL only, although the list of silos loads first', async () => {
  const silos = pageWith({ id: 'id-main', name: 'main' })
  const requested = await show(
    { ...noPoints, 'GET /v1/system/silos': silos },
    { search: '?tab=metrics&scope=id-main' },
  )
  expect(await screen.findByRole('button', { name: 'Filter by silo', description: 'main' })).toBeTruthy()
  await waitFor(() =>
    expect(new Set(requested.filter(({ call }) => METRICS.includes(call)).map(({ call }) => call)).size).toBe(
      3,
    ),
  )
  const scopes = requested.filter(({ call }) => METRICS.includes(call)).map(({ query }) => query.get('silo'))
  expect(new Set(scopes)).toEqual(new Set(['id-main']))
})

test('shows all silos if their list could not be loaded', async () => {
  const requested = await show(
    { ...noPoints, 'GET /v1/system/silos': refusal(403, 'Forbidden', 'no role') },
    { search: '?tab=metrics&scope=id-main' },
  )
  await waitFor(() => expect(requested.some(({ call }) => METRICS.includes(call))).toBe(true))
  expect(requested.find(({ call }) => METRICS.includes(call))?.query.get('silo')).toBeNull()
})

test('says that the silos to filter by failed to load, and reads them again', async () => {
  let isBroken = true
  const silos = () =>
    isBroken ? refusal(500, 'Internal', 'Internal Server Error') : pageWith({ id: 'id-main', name: 'main' })
  await show({ ...noPoints, 'GET /v1/system/silos': silos }, { search: '?tab=metrics&scope=id-main' })
  const failure = await screen.findByText('Silos to filter by could not be loaded')
  isBroken = false
  fireEvent.click(within(failure.closest<HTMLElement>('[role=alert]')!).getByText('Try again'))
  expect(await screen.findByRole('button', { name: 'Filter by silo', description: 'main' })).toBeTruthy()
})

const brokenServer = () => refusal(500, 'Internal', 'Internal Server Error')

test('names sleds by their IDs only with a note that the serial numbers failed to load', async () => {
  await show({ 'GET /v1/system/hardware/sleds': brokenServer })
  fireEvent.click(await screen.findByRole('tab', { name: 'What fits' }))
  expect(await screen.findByText('Serial numbers could not be loaded')).toBeTruthy()
})

test('a chart whose quota failed to load does not look like one without a quota', async () => {
  // The first two reads of a chart are those of the provisioned resources, the next two of the quota.
  const quotaBroken = () => {
    let count = 0
    return () => (count++ < 2 ? pageWith() : brokenServer())
  }
  const [cpu, ram, storage] = METRICS as [string, string, string]
  await show(
    { 'GET /v1/system/silos': pageWith(), [cpu]: quotaBroken(), [ram]: pageWith(), [storage]: brokenServer },
    { search: '?tab=metrics' },
  )
  const card = async (title: RegExp) =>
    within((await screen.findByRole('heading', { name: title })).closest('section')!)
  expect(await (await card(/^CPU/)).findByText('The quota could not be loaded')).toBeTruthy()
  expect(await (await card(/^Storage/)).findByText('Internal Server Error')).toBeTruthy()
  expect((await card(/^Memory/)).queryByRole('alert')).toBeNull()
})
