import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act } from 'react'
import { expect, test } from 'vitest'
import { render, screen, waitFor } from '../../../ui/testing.ts'
import { useNavigateHere } from './use-navigate-here.ts'

let changeHere: ReturnType<typeof useNavigateHere>

/** Opens a list that changes its address by `changeHere`. The loaders of other pages wait for `load`. */
async function openList() {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  const root = createRootRoute()
  const list = createRoute({
    getParentRoute: () => root,
    path: '/groups/$group',
    loader: ({ params }) => (params.group === 'a' ? undefined : loaded),
    component: function List() {
      changeHere = useNavigateHere()
      return (
        <>
          <h1>List</h1>
          <Outlet />
        </>
      )
    },
  })
  const panel = createRoute({ getParentRoute: () => list, path: 'panel', loader: () => loaded })
  const other = createRoute({
    getParentRoute: () => root,
    path: '/other',
    loader: () => loaded,
    component: () => <h1>Other</h1>,
  })
  const history = createMemoryHistory({ initialEntries: ['/groups/a'] })
  const router = createRouter({ routeTree: root.addChildren([list.addChildren([panel]), other]), history })
  render(<RouterProvider router={router} />)
  await screen.findByRole('heading', { name: 'List' })
  const to = (href: string) => act(async () => history.push(href))
  return { to, load, at: () => history.location.href }
}

const filtered = { search: { name: 'web' }, replace: true }

test('changes the search parameters and the path of the page', async () => {
  const { at } = await openList()
  act(() => changeHere(filtered))
  await waitFor(() => expect(at()).toBe('/groups/a?name=web'))
  act(() => changeHere({ params: (before) => ({ ...before, group: 'b' }), search: true }))
  await waitFor(() => expect(at()).toBe('/groups/b?name=web'))
})

test.each(['/other', '/groups/b'])(
  'leaves the address alone after the user has followed a link to %s, which still loads',
  async (next) => {
    const { to, load, at } = await openList()
    await to(next)
    screen.getByRole('heading', { name: 'List' })
    act(() => changeHere(filtered))
    act(() => changeHere({ params: (before) => ({ ...before, group: 'renamed' }), search: true }))
    await act(async () => load())
    expect(at()).toBe(next)
  },
)

test('changes the address while a panel over the page loads', async () => {
  const { to, load, at } = await openList()
  await to('/groups/a/panel')
  act(() => changeHere(filtered))
  await act(async () => load())
  await waitFor(() => expect(at()).toBe('/groups/a/panel?name=web'))
})
