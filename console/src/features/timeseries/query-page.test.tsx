import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pageWith, refusal } from '../../api/testing.ts'
import { ignoreComposition } from '../../ui/keys.ts'
import { act, fireEvent, screen, waitFor, within } from '../../ui/testing.ts'
import { forgetAllQueries } from './history/history.ts'
import { onWire, tableOf } from './testing.ts'
import { SYSTEM_QUERY, PROJECT_QUERY, QUERY, ANSWER, show, at, type, press } from './testing-page.tsx'

// uPlot draws on a canvas, which the tests' browser lacks.
vi.mock('../../ui/chart/plot.tsx', () => ({ default: () => null }))
beforeEach(() => forgetAllQueries('s1/u1'))
afterEach(() => vi.unstubAllGlobals())

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
  const { editor, requested } = await show('/projects/shop/metrics', {
    'GET /v1/instances': pageWith({ id, name: 'web' }),
  })
  type(editor, 'get virtual_machine:reset | filter instance_id')
  await waitFor(() => expect(requested.some(({ call }) => call === 'GET /v1/instances')).toBe(true))
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

test('another query replaces one that is still running', async () => {
  const { editor, queries, router } = await show(at(QUERY), { [SYSTEM_QUERY]: () => new Promise(() => {}) })
  await screen.findByRole('button', { name: 'Cancel' })
  const button = screen.getByRole('button', { name: /^Run query/ })
  fireEvent.click(button)
  expect(queries()).toHaveLength(1)
  type(editor, `${QUERY} | first 1`)
  fireEvent.click(button)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: `${QUERY} | first 1` }))
  await waitFor(() => expect(queries()).toHaveLength(2))
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
  ignoreComposition()
  const { editor } = await show('/system/metrics')
  type(editor, 'get vcpu')
  expect(press(editor, 'Enter', { isComposing: true })).toBe(true)
  expect(editor.value).toBe('get vcpu')
  press(editor, 'Enter')
  expect(editor.value).toBe('get virtual_machine:vcpu_usage ')
})
