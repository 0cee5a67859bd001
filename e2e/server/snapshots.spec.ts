import { expect, test } from './fixtures.ts'

test('takes a snapshot of a disk, makes an image of it, deletes it, and keeps the image', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/disks?project=${project}`, {
    name: 'source',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  await make(`/v1/disks?project=${project}`, {
    name: 'never',
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'local' },
  })
  await page.goto(`/projects/${project}/snapshots`)
  await page.getByRole('link', { name: 'New snapshot' }).first().click()
  const create = page.getByRole('dialog', { name: 'Create snapshot' })
  await create.getByRole('textbox', { name: 'Name' }).fill('before-upgrade')
  // The only disk that has snapshots is chosen.
  await expect(create.getByRole('combobox', { name: 'Disk' })).toHaveValue('source')
  await create.getByRole('combobox', { name: 'Disk' }).fill('s')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.getByRole('option', { name: /^source/ }).click()
  await create.getByRole('button', { name: 'Create snapshot' }).click()
  await expect(page.getByTestId('Toasts')).toContainText('Snapshot before-upgrade created')
  const row = page.getByRole('row', { name: /(^| )before-upgrade / })
  await expect(row.getByText('ready')).toBeVisible()
  await row.getByRole('button', { name: 'source' }).click()
  await expect(page.getByRole('dialog', { name: 'Disk details' })).toContainText('512 bytes')
  await page.keyboard.press('Escape')

  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Create image' }).click()
  await expect(page).toHaveURL(/\/snapshots\/before-upgrade\/images-new$/)
  const image = page.getByRole('dialog', { name: 'Create image from snapshot' })
  await expect(image.getByRole('textbox', { name: 'Name' })).toHaveValue('before-upgrade')
  await image.getByRole('textbox', { name: 'Description' }).fill('As it was')
  await image.getByRole('textbox', { name: 'Version' }).fill('13')
  await image.getByRole('button', { name: 'Create image' }).click()
  await expect(image.getByText('OS is required')).toBeVisible()
  await image.getByRole('textbox', { name: 'OS' }).fill('debian')
  await image.getByRole('button', { name: 'Create image' }).click()
  await expect(page.getByTestId('Toasts')).toContainText('Image before-upgrade created')

  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Create disk' }).click()
  await expect(page).toHaveURL(/\/snapshots\/before-upgrade\/disks-new$/)
  const copy = page.getByRole('dialog', { name: 'Create disk' })
  await expect(copy.getByRole('button', { name: 'Source snapshot' })).toHaveText('before-upgrade')
  await copy.getByRole('textbox', { name: 'Name' }).fill('restored')
  await copy.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByTestId('Toasts')).toContainText('Disk restored created')
  await expect(page).toHaveURL(/\/snapshots$/)

  await expect(row.getByText('ready')).toBeVisible()
  await page.request.delete(`/v1/disks/source?project=${project}`)
  await expect(row.getByText('Deleted')).toBeVisible()
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete snapshot' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'No snapshots' })).toBeVisible()
  await page.getByRole('link', { name: 'Images' }).first().click()
  await expect(page.getByRole('row', { name: /before-upgrade As it was debian 13 1 GiB/ })).toBeVisible()
  await page.getByRole('link', { name: 'Disks' }).first().click()
  await expect(page.getByRole('row', { name: /(^| )restored .*Snapshot deleted detached/ })).toBeVisible()
})
