import { expect, test } from 'vitest'
import { type Crumb, crumbsOf, placesAbove, titleOf } from './crumbs.ts'

const match = (pathname: string, crumb?: Crumb, params = {}) => ({ staticData: { crumb }, params, pathname })

const project: Crumb = {
  label: ({ project }) => project!,
  to: '/projects/$project/instances',
}

test('orders crumbs from the outermost in, and links them straight to pages', () => {
  const params = { project: 'shop' }
  const crumbs = crumbsOf([
    match('/'),
    match('/projects/shop', { label: 'Projects', to: '/projects' }, params),
    match('/projects/shop', project, params),
    match('/projects/shop/disks', { label: 'Disks' }, params),
  ])
  expect(crumbs.map(({ label, path }) => [label, path])).toEqual([
    ['Projects', '/projects'],
    ['shop', '/projects/shop/instances'],
    ['Disks', '/projects/shop/disks'],
  ])
  expect(titleOf(crumbs)).toBe('Disks / shop / Projects / Granary Console')
})

test('puts a panel into the title, but not among the visible crumbs', () => {
  const crumbs = crumbsOf([
    match('/projects', { label: 'Projects' }),
    match('/projects-new', { label: 'New project', titleOnly: true }),
  ])
  expect(titleOf(crumbs)).toBe('New project / Projects / Granary Console')
  expect(crumbs.filter((crumb) => !crumb.titleOnly).map(({ label }) => label)).toEqual(['Projects'])
})

test('uses the product name for a page without crumbs', () => {
  expect(titleOf(crumbsOf([match('/login/main/local')]))).toBe('Granary Console')
})

test('treats every breadcrumb except the last as a parent', () => {
  const crumbs = crumbsOf([
    match('/system/silos', { label: 'Silos' }),
    match('/system/silos/main', { label: 'main', to: '/system/silos/main/idps' }),
    match('/system/silos/main/users', { label: 'Users' }),
    match('/system/silos/main/users-new', { label: 'New user', titleOnly: true }),
  ])
  expect(placesAbove(crumbs).map(({ label }) => label)).toEqual(['Silos', 'main'])
})
