import { QueryClient } from '@tanstack/react-query'
import type { RegisteredRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { preloadNeighbours } from './preload-neighbours.ts'

const preloadDrawings = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../ui/page/empty-state.tsx', () => ({ preloadDrawings }))
beforeEach(() => preloadDrawings.mockClear())

/** A busy machine may need longer than the default of one second. */
const WAIT = { timeout: 60_000 }
const PATHS = ['/projects/$project/disks', '/projects/$project/snapshots'] as const

const idle = () => new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve))
/** Lets everything run that was waiting for an idle browser. */
const settle = async () => {
  for (let n = 0; n < 5; n++)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await idle()
}

const onConnection = (connection: object) =>
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true })
afterEach(() => Reflect.deleteProperty(navigator, 'connection'))

/** A router whose project has two lists, each within a route of its own, and a page that is no list. */
function start(area: string | undefined, addRoutes = vi.fn(async () => {})) {
  let rendered = () => {}
  const routeOf = (parentRoute?: object) => {
    const preload = vi.fn(async () => {})
    return { route: { options: { component: { preload } }, parentRoute }, preload }
  }
  const frame = routeOf()
  const lists = PATHS.map(() => routeOf(frame.route))
  const metrics = routeOf()
  const end = vi.fn()
  const router = {
    subscribe: (_: string, listener: () => void) => {
      rendered = listener
      return end
    },
    state: { matches: [{ staticData: {} }, { staticData: { area } }] },
    routesByPath: {
      ...Object.fromEntries(PATHS.map((path, n) => [path, lists[n]!.route])),
      '/projects/$project/metrics': metrics.route,
    },
  } as unknown as RegisteredRouter
  const queryClient = new QueryClient()
  preloadNeighbours(router, queryClient, addRoutes)
  return { addRoutes, lists, frame, metrics, end, queryClient, render: () => rendered() }
}

test('fetches the lists of a project after their routes, once the first page is there', async () => {
  const { addRoutes, lists, frame, metrics, end, render } = start('project')
  await settle()
  expect(addRoutes).not.toHaveBeenCalled()
  render()
  await vi.waitFor(() => expect(lists[1]!.preload).toHaveBeenCalled(), WAIT)
  await settle()
  expect(end).toHaveBeenCalledOnce()
  expect(addRoutes).toHaveBeenCalledOnce()
  expect(addRoutes.mock.invocationCallOrder[0]).toBeLessThan(lists[0]!.preload.mock.invocationCallOrder[0]!)
  expect(lists[0]!.preload).toHaveBeenCalledOnce()
  expect(frame.preload).toHaveBeenCalled()
  expect(metrics.preload).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(preloadDrawings).toHaveBeenCalledOnce(), WAIT)
})

test('fetches nothing while the page waits for data', async () => {
  const { addRoutes, queryClient, render } = start('project')
  const answer = Promise.withResolvers<string>()
  const read = queryClient.fetchQuery({ queryKey: ['list'], queryFn: () => answer.promise })
  render()
  await settle()
  expect(addRoutes).not.toHaveBeenCalled()
  answer.resolve('rows')
  await read
  await vi.waitFor(() => expect(addRoutes).toHaveBeenCalledOnce(), WAIT)
})

test('fetches only the routes outside of projects', async () => {
  const { addRoutes, lists, render } = start('settings')
  render()
  await vi.waitFor(() => expect(addRoutes).toHaveBeenCalledOnce(), WAIT)
  await settle()
  expect(lists[0]!.preload).not.toHaveBeenCalled()
  expect(preloadDrawings).not.toHaveBeenCalled()
})

test.each([{ saveData: true, effectiveType: '4g' }, { effectiveType: '3g' }])(
  'fetches nothing over a connection that is %o',
  async (connection) => {
    onConnection(connection)
    const { addRoutes, render } = start('project')
    render()
    await settle()
    expect(addRoutes).not.toHaveBeenCalled()
  },
)

test('is silent about routes that cannot be fetched', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('offline')))
  const { lists, render } = start('project', failing)
  render()
  await vi.waitFor(() => expect(failing).toHaveBeenCalledOnce(), WAIT)
  await settle()
  expect(lists[0]!.preload).not.toHaveBeenCalled()
})
