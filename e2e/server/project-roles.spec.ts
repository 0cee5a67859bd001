import { expect, instance, test } from './fixtures.ts'

test('lists a project for a viewer, without actions that change it', async ({
  page,
  make,
  project,
  browser,
  baseURL,
}) => {
  const name = `eve-${Date.now().toString(36)}`
  const password = 'only looks around'
  const { id } = await make('/v1/system/identity-providers/local/users?silo=main', {
    external_id: name,
    password: { mode: 'password', value: password },
  })
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  const role = { identity_id: id, identity_type: 'silo_user', role_name: 'viewer' }
  const policy = `/v1/projects/${project}/policy`
  expect((await page.request.put(policy, { data: { role_assignments: [role] } })).status()).toBe(200)

  const context = await browser.newContext({ baseURL: baseURL! })
  const eve = await context.newPage()
  const signedIn = await eve.request.post('/v1/login/main/local', { data: { username: name, password } })
  expect(signedIn.status()).toBe(204)
  await eve.goto('/projects')
  await expect(eve.getByRole('row')).toHaveCount(2)
  const menuOf = async (row: string) => {
    await eve.getByRole('row', { name: row }).getByRole('button', { name: 'Row actions' }).press('Enter')
    return eve.getByRole('menu')
  }
  await expect((await menuOf(project)).getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await eve.keyboard.press('Escape')

  await eve.getByRole('link', { name: project }).click()
  await expect(eve.getByRole('row', { name: 'web' })).toBeVisible()
  await expect(eve.getByRole('checkbox')).toHaveCount(0)
  const create = eve.getByRole('button', { name: 'New Instance' })
  await expect(create).toBeDisabled()
  const reason = 'You need the role limited collaborator in this project; yours is viewer'
  await expect(create).toHaveAccessibleDescription(reason)
  const menu = await menuOf('web')
  await expect(menu.getByRole('menuitem', { name: 'Start' })).toBeDisabled()
  await expect(menu.getByRole('menuitem', { name: 'Copy ID' })).toBeEnabled()
  await eve.keyboard.press('Escape')

  await eve.goto(`/projects/${project}/disks-new`)
  const panel = eve.getByRole('dialog', { name: 'Create disk' })
  await expect(panel.getByText(reason)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Create disk' })).toBeDisabled()

  // Another role changes the page at once.
  const more = { ...role, role_name: 'limited_collaborator' }
  expect((await page.request.put(policy, { data: { role_assignments: [more] } })).status()).toBe(200)
  await expect(panel.getByRole('button', { name: 'Create disk' })).toBeEnabled()
  await eve.goto(`/projects/${project}/affinity`)
  await expect(eve.getByRole('link', { name: 'New group' }).first()).toBeVisible()

  // A draft stays when the role is removed, and can't be sent until the role is back.
  await eve.goto(`/projects/${project}/instances-new`)
  const field = eve.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill('half-typed')
  const send = eve.getByRole('button', { name: 'Create instance' })
  await page.request.put(policy, { data: { role_assignments: [role] } })
  await expect(send).toBeDisabled()
  await expect(eve.getByRole('status').filter({ hasText: reason })).toBeVisible()
  await expect(field).not.toBeEditable()
  await expect(field).toHaveValue('half-typed')
  const notice = eve.getByText(`${reason}.`)
  await eve.goto(`/projects/${project}/instances/web/settings`)
  await expect(notice).toBeVisible()
  await expect(field).toHaveValue('web')
  await expect(field).not.toBeEditable()
  await expect(eve.getByRole('button', { name: 'Platform', exact: true })).toBeDisabled()
  await page.request.put(policy, { data: { role_assignments: [more] } })
  await expect(field).toBeEditable()
  await expect(notice).toBeHidden()

  // Without any role the page hides the project.
  await eve.goto(`/projects/${project}/instances`)
  await expect(eve.getByRole('row', { name: 'web' })).toBeVisible()
  expect((await page.request.put(policy, { data: { role_assignments: [] } })).status()).toBe(200)
  await expect(eve.getByRole('row', { name: 'web' })).toBeHidden()
  await expect(eve.getByText('Page not found')).toBeVisible()
  await context.close()
})
