import { expect, expectGone, instance, test } from './fixtures.ts'
import { untilMade } from './network-fixtures.ts'

test('creates, attaches, detaches, edits and deletes a floating IP', async ({ page, make, project }) => {
  await make(
    `/v1/instances?project=${project}`,
    instance('web', { network_interfaces: { type: 'default_dual_stack' }, start: false }),
  )
  await untilMade(page, project, 'web')
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'Floating IPs' }).click()
  await expect(page.getByText('No floating IPs')).toBeVisible()
  await page.getByRole('link', { name: 'New Floating IP' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create floating IP' })
  await create.getByRole('textbox', { name: 'Name', exact: true }).fill('front')
  await create.getByRole('radio', { name: /^Chosen address/ }).check()
  await create.getByRole('textbox', { name: 'IP address' }).fill('192.0.2')
  await create.getByRole('button', { name: 'Create floating IP' }).click()
  await expect(create.getByText('Not a valid IP address')).toBeVisible()
  await create.getByRole('textbox', { name: 'IP address' }).fill('8.8.8.8')
  await create.getByRole('button', { name: 'Create floating IP' }).click()
  await expect(create.getByText('IP address 8.8.8.8 is not in any configured pool').first()).toBeVisible()
  await create.getByRole('radio', { name: /^Automatic/ }).check()
  await create.getByRole('button', { name: 'Pool', exact: true }).click()
  await page.getByRole('option', { name: /^default-v4/ }).click()
  await create.getByRole('button', { name: 'Create floating IP' }).click()
  const row = page.getByRole('row', { name: /^Select front/ })
  await expect(row).toContainText('default-v4')

  const act = async (action: string) => {
    await row.getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await act('Attach')
  const attach = page.getByRole('dialog', { name: 'Attach floating IP' })
  await attach.getByRole('button', { name: 'Attach' }).click()
  await expect(attach.getByText('Instance is required')).toBeVisible()
  await attach.getByRole('button', { name: 'Instance', exact: true }).click()
  await page.getByRole('option', { name: 'web' }).click()
  await attach.getByRole('button', { name: 'Attach' }).click()
  await expect(row.getByRole('link', { name: 'web' })).toBeVisible()
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await act('Detach')
  await expect(page.getByText(/The instance will no longer be reachable at/)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectGone(row.getByRole('link', { name: 'web' }))

  await act('Edit')
  const edit = page.getByRole('dialog', { name: 'Edit floating IP' })
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('back')
  await edit.getByRole('button', { name: 'Update floating IP' }).click()
  const renamed = page.getByRole('row', { name: /^Select back/ })
  await renamed.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No floating IPs')).toBeVisible()
})
