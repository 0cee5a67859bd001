import { EXTENSIONS } from '@granary/contract/call.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { screen, waitFor } from '../../ui/testing.ts'
import { currentUser } from '../session.ts'
import { renderInConsole } from '../testing.tsx'
import { recentResources, remember } from './recent.ts'
import ResourceSearch from './resource-search.tsx'
import { quickActionsText, registeredActions } from './store.ts'

const web = {
  kind: 'instance',
  id: 'id-1',
  name: 'web-1',
  project_name: 'shop',
  state: 'running',
  address: '10.0.0.7',
}
const disk = {
  kind: 'disk',
  id: 'id-2',
  name: 'web-data',
  project_name: 'bank',
  state: 'detached',
  address: null,
}
let items: object[]

beforeEach(() => {
  localStorage.clear()
  recentResources.set(null)
  registeredActions.set(new Map())
  items = [web, disk]
  vi.stubGlobal('fetch', async () => Response.json({ items }))
})

function show(text: string, userId = 'u1') {
  quickActionsText.set(text)
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(currentUser.queryKey, { id: userId } as never)
  return renderInConsole(
    <>
      <p>shown</p>
      <ResourceSearch extensions={EXTENSIONS} />
    </>,
    client,
  )
}
const groups = () =>
  Object.fromEntries(
    [...registeredActions.get().values()].map(({ group, items: entries }) => [
      group,
      entries.map(({ label, detail, href }) => [label, detail, href].filter(Boolean).join(' | ')),
    ]),
  )

test('registers what the server finds, with kind, state and project', async () => {
  show('web')
  await waitFor(() =>
    expect(groups().Resources).toEqual([
      'web-1 | Instance · running · in shop · 10.0.0.7 | /projects/shop/instances/web-1/storage',
      'web-data | Disk · detached · in bank | /projects/bank/disks/web-data',
    ]),
  )
})

test('leads to the rules of a VPC, and to the list of floating IPs', async () => {
  const found = { project_name: 'shop', state: null, address: null }
  items = [
    { ...found, kind: 'vpc', id: 'id-4', name: 'web-net' },
    { ...found, kind: 'floating-ip', id: 'id-5', name: 'web-door', address: '203.0.113.8' },
  ]
  show('web')
  await waitFor(() =>
    expect(groups().Resources).toEqual([
      'web-net | VPC · in shop | /projects/shop/vpcs/web-net/firewall-rules',
      'web-door | Floating IP · in shop · 203.0.113.8 | /projects/shop/floating-ips',
    ]),
  )
})

test('offers actions of the one instance that is meant', async () => {
  show('web')
  await waitFor(() =>
    expect(groups()['Instance web-1']).toEqual([
      'Open console of web-1 | /projects/shop/instances/web-1/serial-console',
      'Stop web-1',
      'Copy address 10.0.0.7',
    ]),
  )
})

test('offers no actions when several instances match', async () => {
  items = [web, { ...web, id: 'id-3', name: 'web-2' }]
  show('web')
  await waitFor(() => expect(groups().Resources).toHaveLength(2))
  expect(Object.keys(groups())).toEqual(['Resources'])
})

test('leaves out what another group already offers', async () => {
  const href = '/projects/bank/disks/web-data'
  registeredActions.set(
    new Map([['x', { group: 'Go to disk', rank: 0, items: [{ label: 'web-data', href }] }]]),
  )
  show('web')
  await waitFor(() => expect(groups().Resources).toHaveLength(1))
})

test('remembers opened resources, the last one first', async () => {
  remember('u1', { label: 'a', href: '/a' })
  remember('u1', { label: 'b', detail: 'Disk', href: '/b' })
  remember('u1', { label: 'a', href: '/a' })
  show('')
  expect(screen.getByText('shown')).toBeTruthy()
  await waitFor(() => expect(groups().Recent).toEqual(['a | /a', 'b | Disk | /b']))
  expect(localStorage.getItem('recent-resources')).toContain('"/b"')
})

test('does not show the resources of another user, and forgets them once this user opens one', async () => {
  remember('u1', { label: 'secret', href: '/secret' })
  show('', 'u2')
  expect(await screen.findByText('shown')).toBeTruthy()
  expect(groups().Recent ?? []).toEqual([])
  remember('u2', { label: 'own', href: '/own' })
  await waitFor(() => expect(groups().Recent).toEqual(['own | /own']))
  expect(localStorage.getItem('recent-resources')).not.toContain('secret')
})

test('says that the search failed, where no entry would look like no resource', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Internal Server Error' }, { status: 500 }))
  show('web')
  await waitFor(() =>
    expect(groups().Resources).toEqual(['Search resources again | The search failed: Internal Server Error']),
  )
})
