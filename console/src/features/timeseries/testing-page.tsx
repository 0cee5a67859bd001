import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { setExtensions } from '../../api/extensions.ts'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith } from '../../api/testing.ts'
import { fireEvent, render, screen } from '../../ui/testing.ts'
import { ProjectMetrics } from './project-metrics.tsx'
import { querySearch } from './scope.ts'
import { SystemMetrics } from './system-metrics.tsx'
import { onWire, tableOf } from './testing.ts'

export const SYSTEM_QUERY = 'POST /v1/system/timeseries/query'
export const PROJECT_QUERY = 'POST /v1/timeseries/query'
export const QUERY = 'get virtual_disk:reads | filter timestamp > @now() - 1h'
export const ANSWER = onWire(
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

/** Opens a page of metrics at a path. @returns its editor, the router and the requests so far. */
export async function show(path: string, answers: Answers = {}, hasExtensions = true) {
  const requested = answerWith({
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
  const queries = () => requested.filter(({ call }) => call === SYSTEM_QUERY || call === PROJECT_QUERY)
  return { editor, router, queries, requested }
}

/** Returns the address of a query of the fleet. */
export const at = (query: string) => `/system/metrics?${new URLSearchParams({ q: query })}`

/** Types at the end of the editor. */
export function type(editor: HTMLTextAreaElement, text: string): void {
  fireEvent.change(editor, { target: { value: text, selectionStart: text.length } })
}
/** Presses a key in the editor. */
export const press = (editor: HTMLTextAreaElement, key: string, more: object = {}) =>
  fireEvent.keyDown(editor, { key, ...more })
