import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { act, fireEvent, screen, waitFor, within } from '../../ui/testing.ts'
import { forgetAllQueries, pastQueries } from './history/history.ts'
import { onWire, tableOf } from './testing.ts'
import { SYSTEM_QUERY, QUERY, show, at, type, press } from './testing-page.tsx'

// uPlot draws on a canvas, which the tests' browser lacks.
vi.mock('../../ui/chart/plot.tsx', () => ({ default: () => null }))
beforeEach(() => forgetAllQueries('s1/u1'))
afterEach(() => vi.unstubAllGlobals())

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
