import { expect, instance, pressEnter } from './fixtures.ts'
import { test } from './project-people.ts'

test('lists a project for a viewer, without actions that change it', async ({ make, project, person }) => {
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  const { page: eve, become } = await person('viewer')
  await eve.goto('/projects')
  await expect(eve.getByRole('row')).toHaveCount(2)
  const menuOf = async (row: string) => {
    await pressEnter(eve.getByRole('row', { name: row }).getByRole('button', { name: 'Row actions' }))
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
  await become('limited_collaborator')
  await expect(panel.getByRole('button', { name: 'Create disk' })).toBeEnabled()
  await eve.goto(`/projects/${project}/affinity`)
  await expect(eve.getByRole('link', { name: 'New group' }).first()).toBeVisible()

  // A draft stays when the role is removed, and can't be sent until the role is back.
  await eve.goto(`/projects/${project}/instances-new`)
  const field = eve.getByRole('textbox', { name: 'Name', exact: true })
  await field.fill('half-typed')
  const send = eve.getByRole('button', { name: 'Create instance' })
  await become('viewer')
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
  await become('limited_collaborator')
  await expect(field).toBeEditable()
  await expect(notice).toBeHidden()

  // Without any role the page hides the project.
  await eve.goto(`/projects/${project}/instances`)
  await expect(eve.getByRole('row', { name: 'web' })).toBeVisible()
  await become(null)
  await expect(eve.getByRole('row', { name: 'web' })).toBeHidden()
  await expect(eve.getByText('Page not found')).toBeVisible()
})
