import { expect, expectGone, test } from './fixtures.ts'
import { act, choose } from './network-fixtures.ts'

// Long forms take long on a busy machine.
test.describe.configure({ timeout: 300_000 })

test('attaches pools and an address to an internet gateway, and deletes it', async ({ page, project }) => {
  await page.goto(`/projects/${project}/vpcs/default/internet-gateways`)
  await expect(page.getByRole('row', { name: /^Select default/ })).toContainText('2')
  await page.getByRole('link', { name: 'New internet gateway' }).click()
  const create = page.getByRole('dialog', { name: 'Create internet gateway' })
  await create.getByRole('textbox', { name: 'Name', exact: true }).fill('edge')
  await create.getByRole('button', { name: 'Create internet gateway' }).click()
  const panel = page.getByRole('dialog', { name: 'Internet gateway' })
  await panel.getByRole('button', { name: 'Attach IP pool' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach IP pool' })
  await choose(page, dialog, 'Pool', /^default-v4/)
  await dialog.getByRole('button', { name: 'Attach' }).click()
  await expect(panel.getByRole('table', { name: 'IP pools' })).toContainText('default-v4')
  await panel.getByRole('button', { name: 'Attach IP address' }).click()
  const address = page.getByRole('dialog', { name: 'Attach IP address' })
  await address.getByRole('textbox', { name: 'Name', exact: true }).fill('exit')
  await address.getByRole('textbox', { name: /^IP address/ }).fill('203.0.113.9')
  await address.getByRole('button', { name: 'Attach' }).click()
  await expect(panel.getByRole('table', { name: 'IP address' })).toContainText('203.0.113.9')
  await panel.getByRole('button', { name: 'Close' }).last().click()
  await act(page, page.getByRole('row', { name: /^Select edge/ }), 'Delete')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/cannot be deleted while IP pools are attached/)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expectGone(page.getByRole('row', { name: /^Select edge/ }))
})
