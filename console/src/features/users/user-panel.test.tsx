import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { render, screen } from '../../ui/testing.ts'
import { UserPanel } from './user-panel.tsx'

afterEach(() => vi.unstubAllGlobals())

const times = { time_created: '2026-11-20T10:00:00.000Z', time_modified: '2026-11-20T10:00:00.000Z' }
const silo = {
  id: 's1',
  name: 'main',
  description: '',
  identity_mode: 'local_only',
  discoverable: true,
  ...times,
}
const ME = {
  id: 'u1',
  display_name: 'Ada',
  fleet_viewer: true,
  silo_id: 's1',
  silo_name: 'main',
  silo_role: 'admin',
  fleet_role: 'admin',
}
const SESSIONS = 'GET /v1/users/u2/sessions'
const TOKENS = 'GET /v1/users/u2/access-tokens'
const OUT = 'The user has no sessions and no access tokens'

/** Renders the panel on a route with the IDs of the console's own. */
async function show(answers: Answers) {
  answerWith({
    'GET /v1/me': ME,
    'GET /v1/system/silos/main': silo,
    'GET /v1/users/u2': { id: 'u2', display_name: 'Grace', silo_id: 's1', ...times },
    [SESSIONS]: pageWith(),
    [TOKENS]: pageWith(),
    ...answers,
  })
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const system = createRoute({ getParentRoute: () => signedIn, path: '/system' })
  const page = createRoute({ getParentRoute: () => system, path: 'silos/$silo' })
  const list = createRoute({ getParentRoute: () => page, id: 'users-list' })
  const panel = createRoute({ getParentRoute: () => list, path: 'users/$userId', component: UserPanel })
  const router = createRouter({
    routeTree: root.addChildren([
      signedIn.addChildren([system.addChildren([page.addChildren([list.addChildren([panel])])])]),
    ]),
    history: createMemoryHistory({ initialEntries: ['/system/silos/main/users/u2'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog', { name: 'User' })
}

test('a user without sessions and tokens has nothing to log out of', async () => {
  await show({})
  expect(await screen.findByText(OUT)).toBeTruthy()
})

test.each([
  ['Sessions', SESSIONS],
  ['Access tokens', TOKENS],
])('%s that failed to load do not look like none', async (title, call) => {
  await show({ [call]: () => refusal(500, 'Internal', 'Internal Server Error') })
  expect(await screen.findByText(`${title} could not be loaded`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Log out everywhere' })).toBeTruthy()
  expect(screen.queryByText(OUT)).toBeNull()
})
