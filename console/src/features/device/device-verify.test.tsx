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
import { fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import { DeviceVerify } from './device-verify.tsx'

afterEach(() => vi.unstubAllGlobals())

const unknown = () => refusal(404, 'ObjectNotFound', 'not found')

test('shows no problem while a code is sent, because its boxes take no letter then', async () => {
  const [inspected, confirmed] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  const requested = answerWith({
    'POST /experimental/v1/device/inspect': () => inspected.promise,
    'POST /device/confirm': () => confirmed.promise,
  })
  const root = createRootRoute()
  const verify = createRoute({ getParentRoute: () => root, path: '/device/verify', component: DeviceVerify })
  const router = createRouter({
    routeTree: root.addChildren([verify]),
    history: createMemoryHistory({ initialEntries: ['/device/verify?user_code=BCDF-GHJK'] }),
  })
  const client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Log in on device' }))
  await waitFor(() => expect(requested.map(({ call }) => call)).toContain('POST /device/confirm'))
  inspected.resolve(unknown())
  await waitFor(() => expect(client.isFetching()).toBe(0))
  expect(screen.getByRole('alert').textContent).toBe('')
  confirmed.resolve(unknown())
  expect(await screen.findByText('Code is invalid')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Character 1.' }), { target: { value: 'X' } })
  await waitFor(() => expect(screen.queryByText('Code is invalid')).toBeNull())
})
