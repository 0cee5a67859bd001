import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, refusal } from '../../api/testing.ts'
import { act, fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import { FloatingIpEdit } from './floating-ip-edit.tsx'

afterEach(() => vi.unstubAllGlobals())

const floatingIp = (name: string, description: string) => ({
  id: 'f1',
  name,
  description,
  ip: '198.51.100.7',
  ip_pool_id: 'pool1',
  project_id: 'p1',
  instance_id: null,
  time_created: '2026-11-20T10:00:00.000Z',
  time_modified: '2026-11-20T10:00:00.000Z',
})

async function show() {
  const answers: Record<string, unknown> = {
    'GET /v1/floating-ips/front': floatingIp('front', 'Before'),
    'GET /v1/ip-pools/pool1': { id: 'pool1', name: 'public' },
    'PUT /v1/floating-ips/f1': floatingIp('back', 'Mine'),
  }
  const requested = answerWith(answers)
  const client = createQueryClient()
  const root = createRootRoute()
  const signedIn = createRoute({ getParentRoute: () => root, id: 'authenticated' })
  const project = createRoute({ getParentRoute: () => signedIn, path: '/projects/$project' })
  const list = createRoute({ getParentRoute: () => project, id: 'floating-ips-list', component: Outlet })
  const edit = createRoute({
    getParentRoute: () => list,
    path: 'floating-ips/$floatingIp/edit',
    component: FloatingIpEdit,
  })
  const all = createRoute({ getParentRoute: () => list, path: 'floating-ips', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren([
      signedIn.addChildren([project.addChildren([list.addChildren([all, edit])])]),
    ]),
    history: createMemoryHistory({ initialEntries: ['/projects/shop/floating-ips/front/edit'] }),
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('dialog', { name: 'Edit floating IP' })
  return { requested, answers, client }
}

test('keeps the draft of a floating IP that another user renames, and saves the new name', async () => {
  const { requested, answers, client } = await show()
  const field = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name })
  fireEvent.change(field(/^Description/), { target: { value: 'Mine' } })
  answers['GET /v1/floating-ips/front'] = () => refusal(404, 'ObjectNotFound', 'not found: floating-ip')
  answers['GET /v1/floating-ips/f1'] = floatingIp('back', 'Theirs')
  await act(() => client.invalidateQueries())
  await waitFor(() => expect(field(/^Name/).value).toBe('back'))
  expect(field(/^Description/).value).toBe('Mine')
  fireEvent.click(screen.getByRole('button', { name: 'Update floating IP' }))
  await waitFor(() => expect(requested.find(({ call }) => call.startsWith('PUT'))).toBeDefined())
  const sent = requested.find(({ call }) => call.startsWith('PUT'))
  expect(sent).toMatchObject({ call: 'PUT /v1/floating-ips/f1', body: { name: 'back', description: 'Mine' } })
})
