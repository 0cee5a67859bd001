import type { Page } from '@playwright/test'
import { expect, instance, test } from './fixtures.ts'

/** Takes the files of a chunk away until the page is loaded again, as an update of the server does. */
async function removeChunk(page: Page, name: string): Promise<void> {
  let isOld = true
  page.on('request', (request) => (isOld &&= !request.isNavigationRequest()))
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), (route) =>
    isOld ? route.fulfill({ status: 404, body: 'Not Found' }) : route.continue(),
  )
}

async function showAs(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show as' }).click()
  await page.getByRole('menuitem').first().click()
}

test('reloads the page when the code of a question is gone, which then can be asked', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  await page.goto(`/projects/${project}/instances`)
  const askToDelete = async () => {
    await page.getByRole('row', { name: /web/ }).getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await removeChunk(page, 'deletion-plan')
  await askToDelete()
  await expect(page.getByTestId('Toasts')).toContainText('If your last step is missing, repeat it.')
  await askToDelete()
  await expect(page.getByRole('dialog', { name: 'Delete instance' })).toContainText('web')
  await expect(page.getByText('It has no disks, no network interfaces and no addresses.')).toBeVisible()
})

test('keeps a form without a stored draft when code is gone, and offers to reload', async ({
  page,
  project,
}) => {
  await page.goto(`/projects/${project}/disks`)
  await page.goto(`/projects/${project}/edit`)
  const field = page.getByRole('textbox', { name: 'Description' })
  await field.fill('A long text')
  await removeChunk(page, 'shown-request')
  await showAs(page)
  const toasts = page.getByTestId('Toasts')
  await expect(toasts).toContainText('Page is out of date')
  await expect(field).toHaveValue('A long text')
  const asked = page.waitForEvent('dialog')
  const click = toasts.getByRole('link', { name: 'Reload page' }).click()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await click
  await expect(field).toHaveValue('Made by a test')
})

test('reloads a create form when code is gone, with its draft', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks-new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('data')
  await removeChunk(page, 'shown-request')
  await showAs(page)
  await expect(page.getByTestId('Toasts')).toContainText('Page was reloaded')
  await expect(name).toHaveValue('data')
  await expect(page.getByText('Your draft is back.')).toBeVisible()
})

test('opens the page of a link whose code is gone, by a reload', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await removeChunk(page, 'silo-utilization')
  const loaded = page.waitForEvent('load')
  await page.getByRole('link', { name: 'Utilization' }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Utilization', level: 1 })).toBeVisible()
})
