import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ALL } from '../../api/queries.ts'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { AccessAdd } from './access-add.tsx'
import type { AccessRow } from './columns.tsx'
import { siloPlace } from './place.ts'

const user = (at: number) => ({ id: `u${at}`, display_name: `User ${at}` })
const group = { id: 'g1', display_name: 'team' }
const row = (id: string, level: 'silo' | 'fleet'): AccessRow => ({
  id,
  identityType: 'silo_user',
  displayName: id,
  siloId: null,
  siloName: null,
  memberCount: null,
  grants: [{ level, roleName: 'viewer', groupId: null, groupName: null }],
})
const assignment = (identity_id: string, role_name: string, identity_type = 'silo_user') => ({
  identity_id,
  identity_type,
  role_name,
})

/**
 * A server with one more user than fits a page, and a policy that another admin has just changed.
 * @returns the policies that were written, and the users of the last page.
 */
function serve() {
  const last = [{ id: 'last', display_name: 'Zoe Last' }]
  const written: unknown[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://test')
    if (url.pathname === '/v1/groups') return Response.json({ items: [group], next_page: null })
    if (url.pathname === '/v1/users')
      return url.searchParams.has('page_token')
        ? Response.json({ items: last, next_page: null })
        : Response.json({ items: Array.from({ length: ALL }, (_, at) => user(at)), next_page: 'more' })
    if (init.method === 'PUT') written.push(JSON.parse(init.body as string))
    return Response.json({ role_assignments: [assignment('u1', 'viewer'), assignment('u2', 'admin')] })
  })
  return { written, last }
}

async function show(rows: AccessRow[]) {
  const { written, last } = serve()
  const onClose = vi.fn()
  const client = new QueryClient()
  renderInConsole(<AccessAdd place={siloPlace} rows={rows} onClose={onClose} />, client)
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'User or group' })
  await waitFor(() => expect(field.placeholder).toBe('Type a name'))
  const deleteLast = () => {
    last.pop()
    return client.invalidateQueries()
  }
  return { field, written, onClose, deleteLast }
}
const find = (field: HTMLInputElement, text: string) => {
  fireEvent.focus(field)
  fireEvent.change(field, { target: { value: text } })
  return screen.queryAllByRole('option').map((option) => option.textContent)
}

// The open list hides the rest of the page from the accessibility tree.
const submit = () => fireEvent.click(screen.getByText('Assign role'))

test('offers users of every page, except those with a direct role here', async () => {
  const { field } = await show([row('u1', 'silo'), row('u2', 'fleet')])
  expect(find(field, 'zoe')).toEqual(['Zoe Last'])
  expect(find(field, 'User 999')).toEqual(['User 999'])
  expect(find(field, 'team')).toEqual(['teamGroup'])
  expect(find(field, 'User 1')).not.toContain('User 1')
  expect(find(field, 'user 2')).toContain('User 2')
})

test('requires a user or group', async () => {
  const { written } = await show([])
  submit()
  expect(await screen.findByText('User or group is required')).toBeTruthy()
  expect(written).toEqual([])
})

test('keeps concurrent changes of the policy and replaces an older role of the user', async () => {
  const { field, written, onClose } = await show([])
  find(field, 'User 2')
  fireEvent.click(screen.getByRole('option', { name: 'User 2' }))
  fireEvent.click(screen.getByText('Collaborator'))
  submit()
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(written).toEqual([
    { role_assignments: [assignment('u1', 'viewer'), assignment('u2', 'collaborator')] },
  ])
})

test('asks for another choice when the chosen user was deleted elsewhere', async () => {
  const { field, written, onClose, deleteLast } = await show([])
  find(field, 'Zoe')
  fireEvent.click(screen.getByRole('option', { name: 'Zoe Last' }))
  find(field, 'zoe')
  await deleteLast()
  await screen.findByText('Not there any more')
  submit()
  expect(await screen.findByText(/^This user or group no longer exists/)).toBeTruthy()
  expect(written).toEqual([])
  expect(onClose).not.toHaveBeenCalled()
})
