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
import { act, fireEvent, render, screen, waitFor, within } from '../../ui/testing.ts'
import { forgetAllQueries, pastQueries } from './history/history.ts'
import { ProjectMetrics } from './project-metrics.tsx'
import { querySearch } from './scope.ts'
import { SystemMetrics } from './system-metrics.tsx'
import { onWire, tableOf } from './testing.ts'

// uPlot draws on a canvas, which the tests' browser lacks.
vi.mock('../../ui/chart/plot.tsx', () => ({ default: () => null }))
beforeEach(() => forgetAllQueries('s1/u1'))
afterEach(() => vi.unstubAllGlobals())

const SYSTEM_QUERY = 'POST /v1/system/timeseries/query'
const PROJECT_QUERY = 'POST /v1/timeseries/query'
const QUERY = 'get virtual_disk:reads | filter timestamp > @now() - 1h'
const ANSWER = onWire(
  tableOf('virtual_disk:reads', [
    {
      fields: { state: 'run' },
      points: [
        [0, 12_345],
        [10, 2],
      ],
      isDelta: true,
    },
  ]),
)

async function show(path: string, answers: Answers = {}, hasExtensions = true) {
  const asked = answerWith({
    'GET /v1/me': { id: 'u1', display_name: 'Ada', fleet_viewer: true, silo_id: 's1' },
    [SYSTEM_QUERY]: ANSWER,
    [PROJECT_QUERY]: ANSWER,
    ...answers,
  })
  setExtensions(hasExtensions)
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const system = createRoute({ getParentRoute: () => signedIn, path: '/system' })
  const project = createRoute({ getParentRoute: () => signedIn, path: '/projects/$project' })
  const options = { path: 'metrics', validateSearch: querySearch }
  const ofSystem = createRoute({ getParentRoute: () => system, ...options, component: SystemMetrics })
  const ofProject = createRoute({ getParentRoute: () => project, ...options, component: ProjectMetrics })
  const router = createRouter({
    routeTree: root.addChildren([
      signedIn.addChildren([system.addChildren([ofSystem]), project.addChildren([ofProject])]),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Query' })
  const queries = () => asked.filter(({ call }) => call === SYSTEM_QUERY || call === PROJECT_QUERY)
  return { editor, router, queries, asked }
}

const at = (query: string) => `/system/metrics?${new URLSearchParams({ q: query })}`

/** Types at the end of the editor. */
function type(editor: HTMLTextAreaElement, text: string): void {
  fireEvent.change(editor, { target: { value: text, selectionStart: text.length } })
}
const press = (editor: HTMLTextAreaElement, key: string, more: object = {}) =>
  fireEvent.keyDown(editor, { key, ...more })

test('answers the query of the URL, as a chart and as a table', async () => {
  const { queries, router } = await show(at(QUERY))
  expect(await screen.findByRole('figure', { name: 'virtual_disk:reads' })).toBeTruthy()
  expect(screen.getByText('1 series, 2 points')).toBeTruthy()
  expect(queries().map(({ body }) => body)).toEqual([{ query: QUERY }])
  fireEvent.click(screen.getByRole('tab', { name: 'Table' }))
  const table = within(await screen.findByRole('table', { name: 'virtual_disk:reads' }))
  expect(table.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    'Time',
    'reads (count)',
    'state',
    'Start time',
  ])
  expect(table.getByRole('cell', { name: '12,345' })).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ tab: 'table' })
})

test('a query in a project names the project', async () => {
  const { queries } = await show(
    `/projects/shop/metrics?${new URLSearchParams({ q: 'get virtual_disk:reads' })}`,
  )
  await screen.findByRole('figure')
  expect(queries().map(({ call, query }) => [call, query.get('project')])).toEqual([[PROJECT_QUERY, 'shop']])
})

test('a mistake is underlined and said in words, and the query is not sent', async () => {
  const { editor, queries } = await show('/system/metrics')
  type(editor, 'get virtual_disk:nothing | first 1')
  const message = 'Line 1, column 5: there is no series "virtual_disk:nothing".'
  expect(await screen.findByText(message)).toBeTruthy()
  expect(document.querySelector('[data-mistake]')!.textContent).toBe('virtual_disk:nothing')
  expect(editor.getAttribute('aria-invalid')).toBe('true')
  press(editor, 'Enter', { ctrlKey: true })
  expect(editor.selectionStart).toBe(4)
  expect(queries()).toEqual([])
  type(editor, QUERY)
  expect(screen.queryByText(message)).toBeNull()
})

test('keeps all of a query that is too long, and does not send it', async () => {
  const { editor, queries } = await show('/system/metrics')
  const long = `${QUERY}${' '.repeat(4096)}| last 1`
  type(editor, long)
  press(editor, 'Enter', { ctrlKey: true })
  expect(await screen.findByText(/^A query may have at most 4096 characters, not \d+\.$/)).toBeTruthy()
  expect(editor.value).toBe(long)
  expect(queries()).toEqual([])
})

test('keeps a query that the address of the page has no room for, and does not send it', async () => {
  const { editor, queries } = await show('/system/metrics')
  const name = '名'.repeat(3_000)
  const long = `get virtual_machine:vcpu_usage | filter timestamp > @now() - 1h && state != "${name}"`
  type(editor, long)
  press(editor, 'Enter', { ctrlKey: true })
  expect(
    await screen.findByText(/^A query may take at most 24,000 bytes in the address of the page/),
  ).toBeTruthy()
  expect(editor.value).toBe(long)
  expect(queries()).toEqual([])
})

test('suggests what can follow, and takes suggestions by keyboard', async () => {
  const { editor } = await show('/system/metrics')
  type(editor, 'g')
  expect(within(screen.getByRole('listbox')).getByRole('option', { selected: true }).textContent).toMatch(
    /^get/,
  )
  press(editor, 'Enter')
  expect(editor.value).toBe('get ')
  press(editor, 'Escape')
  expect(screen.queryByRole('listbox')).toBeNull()
  type(editor, 'get vcpu')
  press(editor, 'Tab')
  expect(editor.value).toBe('get virtual_machine:vcpu_usage ')
  // Nothing is chosen before a key, so that Enter starts a new line.
  expect(screen.queryByRole('option', { selected: true })).toBeNull()
  press(editor, 'ArrowDown')
  press(editor, 'Enter')
  expect(editor.value).toBe('get virtual_machine:vcpu_usage | ')
  press(editor, 'ArrowUp')
  const chosen = screen.getByRole('option', { selected: true })
  expect(chosen.textContent).toMatch(/^last/)
  expect(editor.getAttribute('aria-activedescendant')).toBe(chosen.id)
})

test('suggests the instances of the project by name', async () => {
  const id = '5c1d7b1e-8c4b-4f0e-9d6f-1a2b3c4d5e6f'
  const { editor, asked } = await show('/projects/shop/metrics', {
    'GET /v1/instances': pageWith({ id, name: 'web' }),
  })
  type(editor, 'get virtual_machine:reset | filter instance_id')
  await waitFor(() => expect(asked.some(({ call }) => call === 'GET /v1/instances')).toBe(true))
  await expect
    .poll(() => {
      type(editor, 'get virtual_machine:reset | filter instance_id == ')
      type(editor, 'get virtual_machine:reset | filter instance_id == "')
      return screen.queryByRole('option')?.textContent
    })
    .toBe(`"${id}"web`)
})

test('names instances whose IDs are only in the answer', async () => {
  const [web, mail] = ['5c1d7b1e-8c4b-4f0e-9d6f-1a2b3c4d5e6f', '6d1d7b1e-8c4b-4f0e-9d6f-1a2b3c4d5e6f']
  const series = [web, mail].map((attached_instance_id) => ({
    fields: { attached_instance_id },
    points: [
      [0, 1],
      [10, 2],
    ] as const,
  }))
  await show(`/projects/shop/metrics?${new URLSearchParams({ q: QUERY })}`, {
    [PROJECT_QUERY]: onWire(tableOf('virtual_disk:reads', series)),
    'GET /v1/instances': pageWith({ id: web, name: 'web' }, { id: mail, name: 'mail' }),
  })
  expect(await screen.findByRole('button', { name: 'web' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'mail' })).toBeTruthy()
})

test('running puts the query into the URL and the history, and back shows the one before', async () => {
  const { editor, router, queries } = await show(at(QUERY))
  await screen.findByRole('figure')
  const next = `${QUERY} | first 1`
  type(editor, next)
  press(editor, 'Enter', { metaKey: true })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: next }))
  await waitFor(() => expect(queries()).toHaveLength(2))
  router.history.back()
  await waitFor(() => expect(editor.value).toBe(QUERY))
  fireEvent.click(screen.getByRole('button', { name: 'History' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Query history' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(1)
  fireEvent.click(dialog.getByText('first', { exact: true }))
  await waitFor(() => expect(editor.value).toBe(next))
})

test('cancels a query, and runs it again', async () => {
  let answer: ((response: Response) => void) | undefined
  const { queries } = await show(at(QUERY), {
    [SYSTEM_QUERY]: () => Response.json(ANSWER),
  })
  await screen.findByRole('figure')
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) =>
    Object.assign(
      new Promise<Response>((resolve, reject) => {
        answer = resolve
        signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
    ),
  )
  fireEvent.click(screen.getByRole('button', { name: 'Run query' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull())
  expect(answer).toBeDefined()
  expect(queries()).toHaveLength(1)
  // The answer before stays.
  expect(screen.getByRole('figure')).toBeTruthy()
})

test('says that there is no data, that it is too much, and why it failed', async () => {
  const answers: (() => unknown)[] = [
    () => onWire(tableOf('virtual_disk:reads', [])),
    () => refusal(400, 'InvalidRequest', 'Input tables to a `group_by` must be aligned'),
    () => refusal(400, 'InvalidRequest', 'the query reads more than 1,000,000 points; filter for less time'),
    () => refusal(503, 'ServiceNotAvailable', 'the database is away'),
  ]
  let next = 0
  const { queries } = await show(at(QUERY), { [SYSTEM_QUERY]: () => answers[next++]!() })
  expect(await screen.findByRole('heading', { name: 'No data' })).toBeTruthy()
  const run = async () => fireEvent.click(await screen.findByRole('button', { name: 'Run query' }))
  await run()
  await waitFor(() => expect(queries()).toHaveLength(2))
  expect(await screen.findByRole('heading', { name: 'No data' })).toBeTruthy()
  await run()
  expect(await screen.findByRole('heading', { name: 'Too many points' })).toBeTruthy()
  expect(screen.getByText(/reads more than 1,000,000 points/)).toBeTruthy()
  await run()
  expect(await screen.findByRole('heading', { name: 'The query failed' })).toBeTruthy()
  expect(screen.getByText('The database is away')).toBeTruthy()
})

test('a server without a check of its own says why it refuses a query, and not that it has no data', async () => {
  const message = 'Input tables to a `group_by` must be aligned'
  const refused = { [SYSTEM_QUERY]: () => refusal(400, 'InvalidRequest', message) }
  await show(at('get virtual_disk:reads | group_by [disk_id], sum'), refused, false)
  expect(await screen.findByRole('heading', { name: 'The query failed' })).toBeTruthy()
  expect(screen.getByText(message)).toBeTruthy()
})

test('suggestions are gone once the cursor leaves their place', async () => {
  const { editor } = await show('/system/metrics')
  // React reports selections of the focused field only.
  act(() => editor.focus())
  for (const [start, end] of [
    [0, 0],
    [7, 7],
    [4, 8],
  ] as const) {
    type(editor, 'get vcpu')
    expect(screen.getByRole('listbox')).toBeTruthy()
    editor.setSelectionRange(start, end)
    expect(press(editor, 'Enter')).toBe(true)
    expect(editor.value).toBe('get vcpu')
    fireEvent.keyUp(editor, { key: 'Home' })
    expect(screen.queryByRole('listbox')).toBeNull()
    type(editor, '')
  }
})

test('the Enter of an input method takes no suggestion', async () => {
  const { editor } = await show('/system/metrics')
  type(editor, 'get vcpu')
  expect(press(editor, 'Enter', { isComposing: true })).toBe(true)
  expect(editor.value).toBe('get vcpu')
  press(editor, 'Enter')
  expect(editor.value).toBe('get virtual_machine:vcpu_usage ')
})

test('suggestions are gone when the page replaces the query', async () => {
  const { editor, router } = await show(at(QUERY))
  await screen.findByRole('figure')
  await router.navigate({ to: '.', search: { q: `${QUERY} | first 1` } as never })
  type(editor, 'get vcpu')
  expect(screen.getByRole('listbox')).toBeTruthy()
  router.history.back()
  await waitFor(() => expect(editor.value).toBe(QUERY))
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('a query that has not run stays in the history when another one replaces it', async () => {
  const { editor, router } = await show(at(QUERY))
  await screen.findByRole('figure')
  const remembered = () => pastQueries.of(pastQueries.get(), 's1/u1').map(({ query }) => query)
  type(editor, 'get first draft')
  fireEvent.click(screen.getByRole('button', { name: 'Examples' }))
  fireEvent.click((await screen.findAllByRole('menuitem'))[0]!)
  await waitFor(() => expect(router.state.location.search).not.toMatchObject({ q: QUERY }))
  const example = editor.value
  expect(remembered()).toEqual([example, 'get first draft'])
  type(editor, 'get second draft')
  router.history.back()
  await waitFor(() => expect(editor.value).toBe(QUERY))
  await waitFor(() => expect(remembered()).toEqual(['get second draft', example, 'get first draft']))
})

test('keeps a text that is typed right after Run, and replaces it on the way back', async () => {
  const { editor, router } = await show('/system/metrics')
  type(editor, QUERY)
  press(editor, 'Enter', { ctrlKey: true })
  type(editor, `${QUERY} | first 1`)
  await screen.findByRole('figure')
  expect(router.state.location.search).toMatchObject({ q: QUERY })
  expect(editor.value).toBe(`${QUERY} | first 1`)
  press(editor, 'Enter', { ctrlKey: true })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: `${QUERY} | first 1` }))
  act(() => router.history.back())
  await waitFor(() => expect(editor.value).toBe(QUERY))
})

test('shows the query of the URL on the way forward, also after it was run twice at once', async () => {
  const { editor, router } = await show('/system/metrics')
  type(editor, QUERY)
  press(editor, 'Enter', { ctrlKey: true })
  press(editor, 'Enter', { ctrlKey: true })
  await screen.findByRole('figure')
  act(() => router.history.back())
  await waitFor(() => expect(editor.value).toBe(''))
  act(() => router.history.forward())
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: QUERY }))
  await waitFor(() => expect(editor.value).toBe(QUERY))
})

test('a zoomed period and the time of the answer are in the URL, for a link to the same points', async () => {
  const points = Array.from({ length: 30 }, (_, at): [number, number] => [at * 10, at])
  const answer = onWire(tableOf('virtual_disk:reads', [{ fields: {}, points, isDelta: true }]))
  const { queries, router, editor } = await show(at(QUERY), { [SYSTEM_QUERY]: answer })
  fireEvent.keyDown(await screen.findByRole('slider'), { key: '+' })
  await waitFor(() => expect(router.state.location.search).toHaveProperty('zoom'))
  const linked = router.state.location.search as { q: string; zoom: string; at: string }
  expect(linked.q).toBe(QUERY)
  expect(Math.abs(Date.parse(linked.at) - Date.now())).toBeLessThan(60_000)
  expect(await screen.findByText(/^As of .* Run the query to see newer points\.$/)).toBeTruthy()
  // The answer is the same one.
  expect(queries()).toHaveLength(1)

  press(editor, 'Enter', { ctrlKey: true })
  await waitFor(() => expect(queries()).toHaveLength(2))
  expect(queries()[1]!.body).toEqual({ query: QUERY })
  expect(router.state.location.search).toEqual({ q: QUERY })
  expect(screen.queryByRole('button', { name: 'Reset zoom' })).toBeNull()
})

test('Reset zoom returns to the live answer that was zoomed', async () => {
  const points = Array.from({ length: 30 }, (_, at): [number, number] => [at * 10, at])
  const answer = onWire(tableOf('virtual_disk:reads', [{ fields: {}, points, isDelta: true }]))
  const { router } = await show(at(QUERY), { [SYSTEM_QUERY]: answer })
  fireEvent.keyDown(await screen.findByRole('slider'), { key: '+' })
  expect(await screen.findByText(/^As of /)).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: 'Reset zoom' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: QUERY }))
  expect(screen.queryByText(/^As of /)).toBeNull()
  expect(screen.getByRole('figure')).toBeTruthy()
})

test('Reset zoom keeps the time of a link', async () => {
  const time = '2026-01-01T12:00:00.000Z'
  const zoom = '2026-01-01T11:10:00.000Z/2026-01-01T11:20:00.000Z'
  const { router } = await show(`${at(QUERY)}&${new URLSearchParams({ zoom, at: time })}`)
  fireEvent.click(await screen.findByRole('button', { name: 'Reset zoom' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ q: QUERY, at: time }))
  expect(screen.getByText(/^As of /)).toBeTruthy()
})

test('a link with a time asks for the points up to then, and shows the query as it was written', async () => {
  const time = '2026-01-01T12:00:00.000Z'
  const zoom = '2026-01-01T11:10:00.000Z/2026-01-01T11:20:00.000Z'
  const { queries, editor } = await show(`${at(QUERY)}&${new URLSearchParams({ zoom, at: time })}`)
  expect(await screen.findByRole('button', { name: 'Reset zoom' })).toBeTruthy()
  expect(editor.value).toBe(QUERY)
  expect(queries().map(({ body }) => body)).toEqual([
    {
      query:
        'get virtual_disk:reads | filter timestamp <= @2026-01-01T12:00:00.000 | filter timestamp > @2026-01-01T11:00:00.000',
    },
  ])
})
