import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { setExtensions } from '../../api/extensions.ts'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith } from '../../api/testing.ts'
import { ActionsMenu } from '../../ui/menu/actions-menu.tsx'
import { fireEvent, render, screen } from '../../ui/testing.ts'
import { useCurrentSearch } from '../route-params.ts'
import { WithHistory } from './history.tsx'
import { historySearch } from './history-search.ts'
import { TabsWithHistory } from './tabs-with-history.tsx'

const ID = '11111111-1111-4111-8111-111111111111'

afterEach(() => vi.unstubAllGlobals())

/** Shows the page of a group, which has one tab of its own. */
async function showPage(path: string, hasExtensions = true) {
  answerWith({
    'GET /v1/me': { id: 'u1', display_name: 'Ada', fleet_viewer: false },
    [`GET /experimental/v1/history/${ID}`]: {
      items: [],
      next_before: null,
      kept_since: '2026-08-22T10:00:00.000Z',
    },
  })
  setExtensions(hasExtensions)
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: 'group',
    validateSearch: historySearch,
    component: function Page() {
      const { tab } = historySearch(useCurrentSearch())
      const tabs = [{ id: 'members', label: 'Members', content: 'north and south' }]
      return (
        <WithHistory>
          <ActionsMenu label="Group actions" id={ID} entries={[]} />
          <TabsWithHistory label="Group" id={ID} tabs={tabs} selected={tab} />
        </WithHistory>
      )
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByRole('button', { name: 'Group actions' })
  return router
}

test('a page with one tab gets its history as the second, in the URL and from its menu', async () => {
  const router = await showPage('/group')
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Members', 'History'])
  expect(screen.getByRole('tabpanel', { name: 'Members' }).textContent).toBe('north and south')
  fireEvent.click(screen.getByRole('button', { name: 'Group actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'View history' }))
  expect(await screen.findByText(/No changes are known/)).toBeTruthy()
  expect(router.state.location.search).toEqual({ tab: 'history' })
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('tab', { name: 'Members' }))
  expect(await screen.findByText('north and south')).toBeTruthy()
  expect(router.state.location.search).toEqual({})
})

test('on a server without extensions, the content stands alone', async () => {
  await showPage('/group?tab=history', false)
  expect(screen.getByText('north and south')).toBeTruthy()
  expect(screen.queryByRole('tab')).toBeNull()
})
