import { expect, expectGone, instance, test } from './fixtures.ts'

const blank = (name: string, gib = 1) => ({
  name,
  description: '',
  size: gib * 2 ** 30,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})

test('creates a disk, takes a snapshot, copies it, and deletes it once detached', async ({
  page,
  make,
  project,
}) => {
  await page.goto(`/projects/${project}/disks`)
  await page.getByRole('link', { name: 'New disk' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await expect(panel.getByText(/Storage left in your silo: [\d.]+ \wiB of/)).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name' }).fill('data')
  await panel.getByRole('textbox', { name: 'Size (GiB)' }).fill('2')
  await panel.getByRole('radio', { name: '2048' }).check()
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByTestId('Toasts')).toContainText('Disk data created')
  const row = page.getByRole('row', { name: /(^| )data / })
  await expect(row.getByText('detached')).toBeVisible()

  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Snapshot' }).click()
  await expect(page.getByTestId('Toasts')).toContainText(/Snapshot data-[0-9a-f]{6} created/)

  await page.getByRole('link', { name: 'New disk' }).click()
  await panel.getByRole('textbox', { name: 'Name' }).fill('copy')
  await panel.getByRole('radio', { name: 'Snapshot', exact: true }).check()
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(panel.getByText('Source snapshot is required')).toBeVisible()
  await panel.getByRole('button', { name: 'Source snapshot' }).click()
  await page.getByRole('option', { name: /(^| )data-/ }).click()
  await panel.getByRole('checkbox', { name: 'Make disk read-only' }).check()
  await expect(panel.getByRole('textbox', { name: 'Size (GiB)' })).toHaveValue('2')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  const copy = page.getByRole('row', { name: /(^| )copy Read only/ })
  await expect(copy.getByText('detached')).toBeVisible()
  await copy.getByRole('button', { name: /(^| )data-/ }).click()
  await expect(page.getByRole('dialog', { name: 'Snapshot details' }).getByText('2 GiB')).toBeVisible()
  await page.keyboard.press('Escape')
  await copy.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Snapshot' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('menuitem', { name: 'Snapshot' })).toHaveAccessibleDescription(
    /Read-only disks/,
  )
  await page.keyboard.press('Escape')

  await copy.getByRole('link', { name: 'copy' }).click()
  const details = page.getByRole('dialog', { name: 'Disk details' })
  await expect(page).toHaveURL(/\/disks\/copy$/)
  await expect(details.getByText('2,048 bytes')).toBeVisible()
  await expect(details.getByText('True')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  await make(`/v1/disks?project=${project}`, blank('held'))
  await make(
    `/v1/instances?project=${project}`,
    instance('user', { start: false, disks: [{ type: 'attach', name: 'held' }] }),
  )
  const held = page.getByRole('row', { name: /(^| )held user / })
  await expect(held.getByText('attached')).toBeVisible()
  await held.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAccessibleDescription(
    'The disk must be detached before it can be deleted',
  )
  await page.keyboard.press('Escape')
  await copy.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete disk' }).getByRole('button', { name: 'Confirm' }).click()
  await expectGone(copy)
})

test('takes the disk of an abandoned upload out of its import and deletes it', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/disks?project=${project}`, {
    ...blank('left-behind'),
    disk_backend: { type: 'distributed', disk_source: { type: 'importing_blocks', block_size: 512 } },
  })
  await page.goto(`/projects/${project}/disks`)
  const row = page.getByRole('row', { name: /(^| )left-behind / })
  await expect(row.getByText('import ready')).toBeVisible()
  await page.request.post(`/v1/disks/left-behind/bulk-write-start?project=${project}`)
  await expect(row.getByText('importing from bulk writes')).toBeVisible()
  const menu = async (item: string, dialog: string) => {
    await row.getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
    await page.getByRole('dialog', { name: dialog }).getByRole('button', { name: 'Confirm' }).click()
  }
  await menu('End import', 'End import')
  await expect(row.getByText('detached')).toBeVisible()
  await menu('Delete', 'Delete disk')
  await expect(page.getByRole('heading', { name: 'No disks' })).toBeVisible()
})

test('warns about the quota before the form is sent, and names the numbers in the refusal', async ({
  page,
  project,
}) => {
  await page.goto(`/projects/${project}/disks-new`)
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('huge')
  await panel.getByRole('radio', { name: 'Local' }).check()
  await panel.getByRole('textbox', { name: 'Size (GiB)' }).fill('999999')
  const numbers = /Storage Limit Exceeded: 999999 GiB wanted, \d+(\.\d+)? GiB of \d+ GiB in use/
  await expect(panel.getByText('Not enough quota')).toBeVisible()
  await expect(panel.getByText(numbers)).toBeVisible()
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(panel.getByRole('alert').getByText(numbers)).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('huge')
})
