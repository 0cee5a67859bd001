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
import { answerWith, refusal } from '../../api/testing.ts'
import { registeredActions } from '../../app/quick-actions/store.ts'
import { act, render, screen } from '../../ui/testing.ts'
import { ScimTab } from './scim-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

const silo = {
  id: 's1',
  name: 'orchard',
  description: '',
  identity_mode: 'saml_scim',
  discoverable: true,
  mapped_fleet_roles: {},
  time_created: '2026-11-20T10:00:00.000Z',
  time_modified: '2026-11-20T10:00:00.000Z',
}

/** Renders the tab on a route with the ids of the console's own, because pages read their parameters by id. */
function show() {
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const system = createRoute({ getParentRoute: () => signedIn, path: '/system' })
  const page = createRoute({ getParentRoute: () => system, path: 'silos/$silo', component: ScimTab })
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([system.addChildren([page])])]),
    history: createMemoryHistory({ initialEntries: ['/system/silos/orchard'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
}
const offered = () => [...registeredActions.get().values()].flatMap(({ items }) => items)

test('offers the creation of a token as a quick action', async () => {
  answerWith({ 'GET /v1/system/silos/orchard': silo, 'GET /v1/system/scim/tokens': [] })
  show()
  await expect.poll(() => offered().map(({ label }) => label)).toContain('Create token')
  act(() => offered().find(({ label }) => label === 'Create token')!.onAction!())
  expect(await screen.findByRole('dialog', { name: 'Create SCIM token' })).toBeTruthy()
})

test('says that the tokens failed to load', async () => {
  answerWith({
    'GET /v1/system/silos/orchard': silo,
    'GET /v1/system/scim/tokens': () => refusal(500, 'Internal', 'Internal Server Error'),
  })
  show()
  expect(await screen.findByText('SCIM tokens could not be loaded')).toBeTruthy()
  expect(screen.getByText('r1')).toBeTruthy()
})
