import type { Page } from '@playwright/test'
import { expect, expectGone, pressEnter, test } from './fixtures.ts'

test.use({ takesTurn: true })

type Make = (path: string, body?: unknown) => Promise<{ id: string; name: string }>

/** Creates a user of the silo with a valid password. @returns the id. */
async function user(make: Make, name: string): Promise<string> {
  const password = { mode: 'password', value: `password of ${name}` }
  return (await make('/v1/system/identity-providers/local/users?silo=main', { external_id: name, password }))
    .id
}

const unique = (name: string) => `${name}-${Date.now().toString(36)}`

async function add(page: Page, name: string, role: RegExp) {
  await pressEnter(page.getByRole('button', { name: 'Add user or group' }))
  await expect(page.getByRole('combobox', { name: 'User or group' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Add user or group' })
  await panel.getByRole('radio', { name: role }).focus()
  await page.keyboard.press('Space')
  await pressEnter(panel.getByRole('button', { name: 'Assign role' }))
  await expect(panel).toBeHidden()
}

async function choose(page: Page, name: string, action: string) {
  await pressEnter(page.getByRole('row', { name }).getByRole('button', { name: 'Row actions' }))
  await pressEnter(page.getByRole('menuitem', { name: action }))
}

test('grants, changes and removes a silo role by keyboard alone', async ({ page, make }) => {
  const name = unique('ann')
  await user(make, name)
  await page.goto('/access')
  await expect(page).toHaveTitle('Silo Access / Granary Console')
  await add(page, name, /^Limited collaborator/)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('silo.limited_collaborator')
  await expect(row).toContainText('Direct')

  await pressEnter(page.getByRole('button', { name: 'Add user or group' }))
  await expect(page.getByRole('combobox', { name: 'User or group' })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByText('No items match')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('No items match')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await choose(page, name, 'Change role')
  const panel = page.getByRole('dialog', { name: 'Edit role' })
  await expect(panel.getByRole('radio', { name: /^Limited collaborator/ })).toBeChecked()
  await panel.getByRole('radio', { name: /^Limited collaborator/ }).focus()
  await page.keyboard.press('ArrowUp')
  await pressEnter(panel.getByRole('button', { name: 'Update role' }))
  await expect(row).toContainText('silo.viewer')

  await choose(page, name, 'Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete role assignment' })
  await expect(dialog).toContainText(`the viewer role for ${name}`)
  await pressEnter(dialog.getByRole('button', { name: 'Confirm' }))
  await expectGone(row)
})

test('shows inherited silo roles in a project, and changes only its own', async ({ page, make, project }) => {
  const name = unique('ben')
  const id = await user(make, name)
  const policy = (await (await page.request.get('/v1/policy')).json()) as { role_assignments: object[] }
  const inSilo = { identity_id: id, identity_type: 'silo_user', role_name: 'viewer' }
  await page.request.put('/v1/policy', { data: { role_assignments: [...policy.role_assignments, inSilo] } })

  await page.goto(`/projects/${project}/access`)
  const row = page.getByRole('row', { name })
  await expect(row).toContainText('silo.viewer')
  await expect(row).toContainText('From the silo')
  await pressEnter(row.getByRole('button', { name: 'Row actions' }))
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await add(page, name, /^Collaborator/)
  await expect(row).toContainText('project.collaborator')
  await row.getByRole('button', { name: '+1' }).focus()
  await expect(page.getByRole('tooltip').filter({ hasText: 'silo.viewer' })).toBeVisible()
  await choose(page, name, 'Delete')
  await pressEnter(page.getByRole('button', { name: 'Confirm' }))
  await expect(row).toContainText('silo.viewer')
})

test('warns users twice before they remove their own access, then redirects them', async ({
  page,
  make,
  project,
}) => {
  const name = unique('cleo')
  const id = await user(make, name)
  await make('/v1/projects', { name: unique('other'), description: '' })
  const own = { identity_id: id, identity_type: 'silo_user', role_name: 'admin' }
  await page.request.put(`/v1/projects/${project}/policy`, { data: { role_assignments: [own] } })
  await page.request.post('/v1/login/main/local', {
    data: { username: name, password: `password of ${name}` },
  })

  await page.goto(`/projects/${project}/access`)
  await choose(page, name, 'Change role')
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  await pressEnter(page.getByRole('button', { name: 'Update role' }))
  const lower = page.getByRole('dialog', { name: 'Remove your own admin role' })
  await expect(lower.getByRole('listitem')).toHaveText([
    `rename or delete ${project}, and manage who has access to it`,
    `change the networking of ${project}`,
    `change what is in ${project}`,
  ])
  await pressEnter(lower.getByRole('button', { name: 'Cancel' }))
  await pressEnter(page.getByRole('dialog', { name: 'Edit role' }).getByRole('button', { name: 'Cancel' }))

  await choose(page, name, 'Delete')
  const first = page.getByRole('dialog', { name: 'Delete role assignment' })
  await expect(first).toContainText(`see ${project} and what is in it`)
  await pressEnter(first.getByRole('button', { name: 'Confirm' }))
  const second = page.getByRole('dialog', { name: 'Remove your own access' })
  await expect(second).toContainText(project)
  await pressEnter(second.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByText('Access removed')).toBeVisible()
  // No role is left: the list of projects is refused, and the page shows why.
  await expect(page).toHaveURL('/projects')
  await expect(page.getByText('You have no role in this silo')).toBeVisible()
  await expect(page.getByRole('link', { name: 'docs', exact: true })).toHaveAttribute(
    'href',
    '/docs/identity-providers.html',
  )
})

test('shows a project role one project and a silo role all; offers a viewer only allowed actions', async ({
  page,
  make,
  project,
  playwright,
  baseURL,
}) => {
  const name = unique('emil')
  const id = await user(make, name)
  const role = { identity_id: id, identity_type: 'silo_user', role_name: 'viewer' }
  await page.request.put(`/v1/projects/${project}/policy`, { data: { role_assignments: [role] } })
  const { role_assignments: others } = await (await page.request.get('/v1/policy')).json()
  const other = `${project}-too`
  await make('/v1/projects', { name: other, description: '' })
  // In a session of its own: the page must never send a request as the administrator.
  const storageState = await page.request.storageState()
  const admin = await playwright.request.newContext({ baseURL: baseURL!, storageState })

  await page.context().clearCookies()
  await page.goto('/login/main/local?redirect_uri=/projects')
  await expect(page).toHaveTitle('Sign in / Granary Console')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(`password of ${name}`)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/projects')
  await expect(page.getByRole('table').getByRole('link')).toHaveText([project])

  await admin.put('/v1/policy', { data: { role_assignments: [...others, role] } })
  await admin.dispose()
  await page.getByRole('button', { name: 'Refresh data' }).click()
  // Now the list has the projects of other tests too.
  await page.getByRole('combobox', { name: 'Filter projects by name or field' }).fill(project)
  await expect(page.getByRole('table').getByRole('link')).toHaveText([project, other])
  await expect(page.getByRole('button', { name: 'New project' })).toHaveAttribute('aria-disabled', 'true')
})

test('manages roles in the fleet, and the fleet roles that a silo maps to', async ({ page, make }) => {
  const silo = unique('tenant')
  await make('/v1/system/silos', {
    name: silo,
    description: '',
    discoverable: true,
    identity_mode: 'local_only',
    mapped_fleet_roles: { admin: ['viewer'] },
    quotas: { cpus: 0, memory: 0, storage: 0 },
    tls_certificates: [],
  })
  const name = unique('dora')
  await user(make, name)
  await page.goto('/system/access')
  const mapping = page.getByRole('row', { name: `Any silo.admin in ${silo}` })
  await expect(mapping).toContainText('Role mapping')
  await expect(mapping).toContainText('fleet.viewer')
  await add(page, name, /^Collaborator/)
  await expect(page.getByRole('row', { name })).toContainText('fleet.collaborator')
  await choose(page, name, 'Delete')
  await pressEnter(page.getByRole('button', { name: 'Confirm' }))
  await expectGone(page.getByRole('row', { name }))
})

test('finds one of a thousand users by typing', async ({ page }) => {
  const time = new Date().toISOString()
  await page.route('**/v1/users?*', (route) => {
    const items = Array.from({ length: 1000 }, (_, at) => ({
      id: crypto.randomUUID(),
      display_name: `Person ${at}`,
      silo_id: crypto.randomUUID(),
      time_created: time,
      time_modified: time,
    }))
    return route.fulfill({ json: { items, next_page: null } })
  })
  await page.goto('/access')
  await page.getByRole('button', { name: 'Add user or group' }).click()
  const field = page.getByRole('combobox', { name: 'User or group' })
  await field.click()
  await expect(page.getByRole('option', { name: 'Person 0' })).toBeVisible()
  expect(await page.getByRole('option').count()).toBeLessThan(100)
  await field.pressSequentially('person 987')
  await expect(page.getByRole('option')).toHaveText(['Person 987'])
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue('Person 987')
})
