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
import { setExtensions } from '../../api/extensions.ts'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith } from '../../api/testing.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { fireEvent, render, screen, waitFor, within } from '../../ui/testing.ts'
import { RouteTabs } from './route-tabs.tsx'
import { WithHistory } from './history.tsx'
import HistoryTab from './history-tab.tsx'

const ID = '11111111-1111-4111-8111-111111111111'
const OTHER = '22222222-2222-4222-8222-222222222222'

afterEach(() => vi.unstubAllGlobals())

const renamed = {
  seq: 7,
  time: '2026-11-20T10:00:00.000Z',
  kind: 'vpc',
  action: 'updated',
  name: 'net',
  operation: 'vpc_update',
  request_id: 'r1',
  actor_kind: 'user',
  actor_id: ID,
  actor_name: 'Ada',
  source_ip: '192.0.2.7',
  user_agent: null,
  changed: [{ field: 'description', before: '"old"', after: '"new"' }],
}

/** Shows the page of a resource, with one tab of its own, and a row of another resource. */
async function showPage({ hasExtensions = true } = {}) {
  const history = { items: [renamed], next_before: null, kept_since: '2026-08-22T10:00:00.000Z' }
  answerWith({
    'GET /v1/me': { id: 'u1', display_name: 'Ada', fleet_viewer: true },
    [`GET /experimental/v1/history/${ID}`]: history,
    [`GET /experimental/v1/history/${OTHER}`]: { ...history, items: [{ ...renamed, name: 'other' }] },
  })
  setExtensions(hasExtensions)
  const root = createRootRoute({
    component: () => (
      <WithHistory>
        <ActionsMenu label="VPC actions" id={ID} entries={[]} />
        <ActionsMenu id={OTHER} entries={[]} />
        <ActionsMenu label="Rule actions" id="rule" partOf={OTHER} entries={[]} />
        <RouteTabs
          label="VPC"
          tabs={[{ label: 'Subnets', path: '/net/subnets' }]}
          resource={{ id: ID, history: '/net/history' }}
        >
          <Outlet />
        </RouteTabs>
      </WithHistory>
    ),
  })
  const subnets = createRoute({ getParentRoute: () => root, path: 'net/subnets', component: () => 'none' })
  const tab = createRoute({ getParentRoute: () => root, path: 'net/history', component: HistoryTab })
  const router = createRouter({
    routeTree: root.addChildren([subnets, tab]),
    history: createMemoryHistory({ initialEntries: ['/net/subnets'] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByText('none')
}

const openHistory = async (button: string) => {
  fireEvent.click(screen.getByRole('button', { name: button }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'View history' }))
}

test('shows the history of a resource in the last tab of its page, also from its menu', async () => {
  await showPage()
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Subnets', 'History'])
  await openHistory('VPC actions')
  const panel = await screen.findByRole('tabpanel', { name: 'History' })
  const change = await within(panel).findByRole('listitem')
  for (const part of ['Changed', 'by Ada', 'from 192.0.2.7', 'old', 'new'])
    expect(change.textContent).toContain(part)
  expect(within(panel).getByRole('link', { name: 'All entries in the audit log' }).getAttribute('href')).toBe(
    `/system/audit-log?range=all&resource=${ID}`,
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each(['Row actions', 'Rule actions'])(
  'shows the history of another resource in a panel: %s',
  async (menu) => {
    await showPage()
    await openHistory(menu)
    const panel = await screen.findByRole('dialog', { name: 'History' })
    expect(await within(panel).findByText(/VPC other/)).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Subnets', hidden: true }).getAttribute('aria-selected')).toBe(
      'true',
    )
    fireEvent.click(within(panel).getByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
)

test('has no History tab on a server without extensions', async () => {
  await showPage({ hasExtensions: false })
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Subnets'])
})
