import type { Locator } from '@playwright/test'
import { expect, instance, test } from './fixtures.ts'

const boxOf = async (element: Locator) => (await element.boundingBox())!

/** Whether two elements overlap. */
async function overlap(first: Locator, second: Locator): Promise<boolean> {
  const [a, b] = [await boxOf(first), await boxOf(second)]
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

test('keeps the sidebar and the top bar on a missing page', async ({ page, project }) => {
  for (const path of ['/nowhere', `/projects/${project}/instances/none/storage`, '/system/nothing']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect(page).toHaveTitle('Page not found / Granary Console')
    await expect(page.getByRole('button', { name: /^Jump to/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible()
  }
})

test('does not scroll a row of tabs vertically', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  for (const path of ['instances/web/storage', 'instances-new']) {
    await page.goto(`/projects/${project}/${path}`)
    const strip = page.getByRole('tablist').first()
    await expect(strip).toBeVisible()
    expect(await strip.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0)
  }
})

test('does not cover the buttons of a form with a toast', async ({ page, project }) => {
  await page.setViewportSize({ width: 390, height: 700 })
  await page.goto(`/projects/${project}/disks-new`)
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('data')
  await panel.getByRole('textbox', { name: 'Size (GiB)' }).fill('1')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  const toasts = page.getByTestId('Toasts')
  await expect(toasts).toContainText('Disk data created')
  await page.getByRole('link', { name: 'New disk' }).first().click()
  const submit = panel.getByRole('button', { name: 'Create disk' })
  await expect(submit).toBeVisible()
  await expect.poll(() => overlap(toasts, submit)).toBe(false)
  await page.goto(`/projects/${project}/instances-new`)
})

test('does not cover the buttons of a dialog with the list of a combobox', async ({
  page,
  make,
  project,
}) => {
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    await make(`/v1/disks?project=${project}`, {
      name: `disk-${name}`,
      description: '',
      size: 2 ** 30,
      disk_backend: blank,
    })
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  await page.goto(`/projects/${project}/instances/web/storage`)
  await page.getByRole('button', { name: 'Attach existing disk' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach disk' })
  await dialog.getByRole('combobox', { name: 'Disk' }).click()
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option', { name: /disk-h/ })).toBeAttached()
  await expect.poll(() => overlap(list, page.locator('[data-dialog-footer]'))).toBe(false)
})

test('offers every part of the path but the page itself as a quick action', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('heading', { name: 'Disks', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const up = page.getByRole('group', { name: 'Go up' })
  await expect(up.getByRole('option')).toHaveText(['Projects', project])
})

test('does not log a failure that the page expects as an error', async ({ page, project }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`/projects/${project}/disks`)
  await expect(page.getByRole('heading', { name: 'No disks' })).toBeVisible()
  expect(errors).toEqual([])
})
