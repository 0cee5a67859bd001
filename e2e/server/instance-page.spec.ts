import { expect, instance, test } from './fixtures.ts'

const disk = (name: string) => ({
  type: 'create',
  name,
  description: '',
  size: 2 ** 30,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})

test('deletes an instance and one of its disks by keyboard, and detaches the other', async ({
  page,
  make,
  project,
}) => {
  await make(
    `/v1/instances?project=${project}`,
    instance('old', { start: false, boot_disk: disk('system'), disks: [disk('scratch')] }),
  )
  await page.goto(`/projects/${project}/instances/old`)
  await expect(page.getByText('stopped', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Instance actions' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete instance' })
  const box = (name: string) => dialog.getByRole('checkbox', { name })
  await expect(box('system (boot disk)')).not.toBeChecked()
  await box('scratch').focus()
  await page.keyboard.press('Space')
  await expect(dialog.getByText('All data on scratch is lost for good')).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('row', { name: /system/ })).toContainText('detached')
  await expect(page.getByRole('row', { name: /scratch/ })).toHaveCount(0)
})

test('finds an instance by its id, renames it, and updates other tabs', async ({
  page,
  context,
  make,
  project,
}) => {
  const { id } = await make(`/v1/instances?project=${project}`, instance('before', { start: false }))
  await page.goto('/projects')
  await page.goto(`/lookup/i/${id}`)
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/instances/before/storage$`))
  const other = await context.newPage()
  await other.goto(`/projects/${project}/instances/before/connect`)
  await expect(other.getByRole('heading', { level: 1, name: 'before' })).toBeVisible()
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('after')
  await page.getByRole('button', { name: 'Update instance' }).click()
  await expect(page).toHaveURL(/\/after\/settings$/)
  await expect(page.getByTestId('Toasts')).toContainText('Instance after updated')
  await expect(other).toHaveURL(/\/after\/connect$/)
  await expect(other.getByRole('heading', { level: 1, name: 'after' })).toBeVisible()
  for (const path of ['/lookup/instances/after', `/lookup/instances/${crypto.randomUUID()}`, '/lookup/i']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})
