import { expect, expectGone, instance, test } from './fixtures.ts'

test('a protected instance is marked, and deleted only once that is allowed again', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('vault', { start: false }))
  await page.goto(`/projects/${project}/instances`)
  const row = page.getByRole('row', { name: /(^| )vault / })
  const choose = async (item: string) => {
    await row.getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await expect(row.getByText('stopped')).toBeVisible()
  await choose('Protect from deletion')
  await expect(page.getByTestId('Toasts')).toContainText('vault is protected from deletion')
  await expect(row.getByText('Protected')).toBeVisible()

  await row.getByRole('button', { name: 'Row actions' }).click()
  const remove = page.getByRole('menuitem', { name: 'Delete' })
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await expect(remove).toHaveAccessibleDescription(/choose "Allow deletion" first/)
  await page.keyboard.press('Escape')
  const refused = await page.request.delete(`/v1/instances/vault?project=${project}`)
  expect(refused.status()).toBe(400)

  await choose('Allow deletion')
  await expect(row.getByText('Protected')).toHaveCount(0)
  await choose('Delete')
  await page.getByRole('dialog', { name: 'Delete instance' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
})

test('a protected disk is marked, and left out of a bulk deletion', async ({ page, make, project }) => {
  for (const name of ['keep', 'scratch'])
    await make(`/v1/disks?project=${project}`, {
      name,
      description: '',
      size: 2 ** 30,
      disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
    })
  await make(`/experimental/v1/disks/keep/protect?project=${project}`)
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('row', { name: /(^| )keep / }).getByText('Protected')).toBeVisible()
  await expect(page.getByRole('table').getByText('detached')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  const bar = page.getByRole('region', { name: 'With the selected disks' })
  await bar.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete 1 disk' })
  await expect(question.getByText('keep')).toBeVisible()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('1 of 1 done')
  await page.keyboard.press('Escape')
  await expectGone(page.getByRole('link', { name: 'scratch' }))
  await expect(page.getByRole('link', { name: 'keep' })).toBeVisible()
})
