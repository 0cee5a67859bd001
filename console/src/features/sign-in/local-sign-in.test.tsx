import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith } from '../../api/testing.ts'
import { draftKey, readDraft, writeDraft } from '../../app/kit/forms/drafts.ts'
import { fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import { LocalSignIn } from './local-sign-in.tsx'

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.unstubAllGlobals())

/** Renders the sign-in page, and fills in and submits its form. */
async function signIn() {
  const root = createRootRoute()
  const form = createRoute({
    getParentRoute: () => root,
    path: '/login/$silo/local',
    component: LocalSignIn,
  })
  const page = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const history = createMemoryHistory({ initialEntries: ['/login/main/local'] })
  const router = createRouter({ routeTree: root.addChildren([form, page]), history })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  fireEvent.change(await screen.findByLabelText('Username'), { target: { value: 'ada' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret' } })
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  return history
}

test.each([
  [401, 'credentials missing or invalid', 'Could not sign in. Please try again.'],
  [403, 'a proxy must pass on the Host header', 'Could not sign in: a proxy must pass on the Host header.'],
  [503, 'the database does not answer', 'Could not sign in: the database does not answer.'],
])('a sign-in that is refused with %i says why', async (status, message, shown) => {
  const body = { error_code: status === 403 ? 'Forbidden' : undefined, message, request_id: 'r' }
  answerWith({ 'POST /v1/login/main/local': () => Response.json(body, { status }) })
  await signIn()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(shown))
})

test('a sign-in deletes the drafts that another user left in the tab, and keeps those of the user', async () => {
  answerWith({ 'POST /v1/login/main/local': () => new Response(null, { status: 204 }) })
  const [own, other] = ['u1', 'u2'].map((user) => draftKey(user, '/projects-new', 'Create project'))
  for (const key of [own!, other!]) writeDraft(key, { name: 'shop' })
  const history = await signIn()
  await waitFor(() => expect(history.location.href).toBe('/projects'))
  await waitFor(() => expect(readDraft(other!)).toBeNull())
  expect(readDraft(own!)).toEqual({ name: 'shop' })
})
