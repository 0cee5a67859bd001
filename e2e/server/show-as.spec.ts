import { expect, test } from './fixtures.ts'

test('a form shows its request as a command, as HTTP and as Terraform', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks-new`)
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  const show = async (format: string) => {
    await panel.getByRole('button', { name: 'Show as' }).click()
    await page.getByRole('menuitem', { name: format }).click()
    return page.getByRole('dialog', { name: `Show as: ${format}` })
  }
  // An incomplete form says what is missing in place of a request.
  await panel.getByRole('button', { name: 'Show as' }).click()
  await page.getByRole('menuitem', { name: 'granary command' }).click()
  await expect(panel.getByText('Name is required')).toBeVisible()

  await panel.getByRole('textbox', { name: 'Name' }).fill('data')
  const command = await show('granary command')
  await expect(command).toContainText(/granary disk create/)
  await expect(command).toContainText(/--name data/)
  await page.keyboard.press('Escape')
  const http = await show('HTTP request (curl)')
  await expect(http).toContainText(`/v1/disks?project=${project}`)
  await page.keyboard.press('Escape')
  const terraform = await show('Terraform')
  await expect(terraform).toContainText('data')
  await page.keyboard.press('Escape')
  // Nothing was sent, and the form is as it was.
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('data')
  const { items } = await (await page.request.get(`/v1/disks?project=${project}`)).json()
  expect(items).toEqual([])
})

test('a text that is no name becomes the closest one', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks-new`)
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('My First Disk')
  await panel.getByRole('button', { name: 'Use my-first-disk instead' }).click()
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('my-first-disk')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByRole('row', { name: /(^| )my-first-disk / })).toBeVisible()
})
