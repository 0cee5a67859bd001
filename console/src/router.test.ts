import { type AnyRoute, getRouteApi } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from './api/queries.ts'
import type { Crumb } from './app/crumbs.ts'
import { pathTo } from './app/paths.ts'
import { createConsoleRouter } from './router.tsx'

const router = createConsoleRouter(createQueryClient())
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
