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
import { answerWith } from '../../api/testing.ts'
import { act, fireEvent, render, screen, waitFor, within } from '../../ui/testing.ts'
import { LocalSignIn } from './local-sign-in.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Renders a tab on the sign-in page. @returns its history and the fields of its form. */
async function openTab(search: string) {
  const root = createRootRoute()
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/login/$silo/local',
    component: LocalSignIn,
  })
  const page = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const history = createMemoryHistory({ initialEntries: [`/login/main/local${search}`] })
  const router = createRouter({ routeTree: root.addChildren([signIn, page]), history })
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await within(container).findByRole('button', { name: 'Sign in' })
  return { history, form: within(container) }
}

test('a sign-in in one tab returns the others to the pages whose session had ended', async () => {
  answerWith({ 'POST /v1/login/main/local': () => new Response(null, { status: 204 }) })
  const ended = await openTab('?redirect_uri=%2Fprojects%2Fshop%2Fdisks-new')
  const opened = await openTab('')
  const { history, form } = await openTab('?redirect_uri=%2Fimages')
  fireEvent.change(form.getByLabelText('Username'), { target: { value: 'ada' } })
  fireEvent.change(form.getByLabelText('Password'), { target: { value: 'secret' } })
  fireEvent.click(form.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(history.location.href).toBe('/images'))
  await waitFor(() => expect(ended.history.location.href).toBe('/projects/shop/disks-new'))
  expect(opened.history.location.href).toBe('/login/main/local')
  expect(screen.getAllByRole('button', { name: 'Sign in' })).toHaveLength(1)
})

/** The user looks at another tab, signs in there or not, and returns. */
async function lookElsewhere(signIn?: () => void) {
  fireEvent.blur(window)
  await act(async () => {})
  signIn?.()
  fireEvent.focus(window)
  await act(async () => {})
}
const signedOut = () => new Response(null, { status: 401 })

test('a sign-in that announces nothing is noticed when the user returns to a tab whose session had ended', async () => {
  const answers: Record<string, unknown> = { 'GET /v1/me': signedOut }
  answerWith(answers)
  const { history } = await openTab('?redirect_uri=%2Fprojects%2Fshop%2Fdisks-new')
  await lookElsewhere()
  expect(history.location.href).toContain('/login/main/local')
  // Through an identity provider, the server itself leads to the next page.
  await lookElsewhere(() => delete answers['GET /v1/me'])
  await waitFor(() => expect(history.location.href).toBe('/projects/shop/disks-new'), { timeout: 3000 })
})

test('a user who is signed in can still sign in as another one', async () => {
  answerWith({})
  const { history } = await openTab('?redirect_uri=%2Fimages')
  await lookElsewhere()
  expect(history.location.href).toContain('/login/main/local')
})
