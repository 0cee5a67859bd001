import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { answerWith, pageWith } from '../../../api/testing.ts'
import { fireEvent, render, screen, waitFor } from '../../../ui/testing.ts'
import { RouteForm } from './route-form.tsx'
import type { Route } from './route-values.ts'

vi.mock('./use-router.ts', () => ({
  useRouterPath: () => ({ project: 'shop', vpc: 'main', router: 'custom' }),
  useVpcRouter: () => ({ vpcId: 'v1' }),
}))

const toOffice = {
  name: 'to-office',
  description: '',
  kind: 'custom',
  destination: { type: 'ip_net', value: '10.8.0.0/16' },
  target: { type: 'ip', value: '10.0.1.5' },
} as Route

test('untouched fields of a route follow a change made elsewhere, and edited ones keep the input', async () => {
  answerWith({
    'GET /v1/vpc-subnets': pageWith(),
    'GET /v1/instances': pageWith(),
    'GET /v1/internet-gateways': pageWith(),
  })
  const onSave = vi.fn(async () => ({ name: 'to-office' }))
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const client = new QueryClient()
  const panel = (route: Route) => (
    <QueryClientProvider client={client}>
      <RouterContextProvider router={router as never}>
        <RouteForm title="Edit route" submitLabel="Save" route={route} onSave={onSave} changed="updated" />
      </RouterContextProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(panel(toOffice))
  const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  await screen.findByLabelText('Target value')
  fireEvent.change(field('Target value'), { target: { value: '10.0.1.9' } })
  rerender(
    panel({
      ...toOffice,
      description: 'Through the tunnel',
      destination: { type: 'ip_net', value: '10.9.0.0/16' },
      target: { type: 'ip', value: '10.0.1.7' },
    } as Route),
  )
  await waitFor(() => expect(field('Destination value').value).toBe('10.9.0.0/16'))
  expect(field('Description').value).toBe('Through the tunnel')
  expect(field('Target value').value).toBe('10.0.1.9')
})
