import { type AnyRoute, createMemoryHistory, getRouteApi } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from './api/queries.ts'
import type { Crumb } from './app/crumbs.ts'
import { pathTo } from './app/paths.ts'
import { addAllRoutes, addRoutesBeside, createConsoleRouter, isKnown } from './router.tsx'

const firstRouter = createConsoleRouter(createQueryClient())
const known = [
  '/projects',
  '/projects/shop/instances',
  '/projects/shop',
  '/system',
  '/login',
  '/silo',
].filter((path) => isKnown(firstRouter, path))
const router = createConsoleRouter(createQueryClient())
await addAllRoutes(router)
const routes: AnyRoute[] = Object.values(router.routesById)
const crumbsOf = (route: AnyRoute): Crumb[] => [route.options.staticData?.crumb ?? []].flat()

test('every crumb leads to a route', () => {
  const paths = routes.flatMap(crumbsOf).flatMap(({ to }) => to ?? [])
  expect(paths).toContain('/projects/$project/instances')
  expect(paths.filter((path) => !(path in router.routesByPath))).toEqual([])
})

test('every feature has its routes in a place that the router knows', () => {
  for (const page of ['/projects', '/projects/$project/disks', '/silo/users', '/system/silos/$silo/users'])
    expect(Object.keys(router.routesByPath)).toContain(page)
})

test('an address that no route has does not compile', () => {
  expect(pathTo('/projects/$project/disks', { project: 'shop' })).toBe('/projects/shop/disks')
  expect(pathTo('/projects/$project/disks/$disk', { project: 'shop', disk: 'a b' })).toBe(
    '/projects/shop/disks/a%20b',
  )
  // @ts-expect-error -- no such route
  pathTo('/projects/$project/nothing', { project: 'shop' })
  // @ts-expect-error -- the project is missing
  pathTo('/projects/$project/disks')
  // @ts-expect-error -- no such route
  getRouteApi('/authenticated/nothing')
})

test('the first chunk has the routes of a first visit, and no area without pages', () => {
  expect(known).toEqual(['/projects', '/projects/shop/instances', '/projects/shop'])
  for (const path of ['/system', '/login', '/silo', '/system/silos/main', '/projects/shop/disks'])
    expect([path, isKnown(router, path)]).toEqual([path, true])
  expect(isKnown(router, '/projects/shop/nothing')).toBe(false)
})

test('pages load their routes by group, in any order', async () => {
  const knows = (each: typeof router) =>
    ['/projects/shop/disks', '/projects/shop/images', '/images', '/system/metrics', '/projects'].map((path) =>
      isKnown(each, path),
    )
  for (const [page, known] of [
    ['/projects/shop/instances', [true, true, false, false, true]],
    ['/system/silos', [false, false, true, true, true]],
  ] as const) {
    const some = createConsoleRouter(createQueryClient())
    // oxlint-disable-next-line no-await-in-loop -- one router after the other
    await addRoutesBeside(some, page)
    expect(knows(some)).toEqual(known)
    // oxlint-disable-next-line no-await-in-loop -- one router after the other
    await addAllRoutes(some)
    expect(Object.keys(some.routesById).toSorted()).toEqual(Object.keys(router.routesById).toSorted())
  }
})

test('a path that loads later opens its page', async () => {
  const hasRoute = firstRouter.options.context.hasRoute
  expect(await hasRoute('/projects/shop/disks')).toBe(true)
  expect(await hasRoute('/Projects/shop/disks')).toBe(true)
  expect(await hasRoute('/system/silos')).toBe(true)
  expect(await hasRoute('/nothing')).toBe(false)
})

test('the state of a navigation reaches a page that loads later', async () => {
  const early = createConsoleRouter(createQueryClient())
  early.update({ ...early.options, history: createMemoryHistory({ initialEntries: ['/nothing'] }) })
  expect(isKnown(early, '/device/success')).toBe(false)
  const state = { routeDraft: { name: 'draft' } }
  await early.navigate({ to: '/device/success', state })
  expect(isKnown(early, '/device/success')).toBe(true)
  expect(early.state.location).toMatchObject({ pathname: '/device/success', state })
})

test('a panel that fails to load keeps the page below, unless its resource is gone', () => {
  const panels = routes.filter(({ options }) => options.staticData?.panel)
  expect(panels.length).toBeGreaterThan(30)
  expect(panels.filter(({ options }) => !options.errorComponent).map(({ id }) => id)).toEqual([])
})
