import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUNDLES_SERVER_URL } from '../places.ts'
import { act } from './network-fixtures.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'
import { expect, test as base } from './silo-fixtures.ts'

const SLOW_RACK = import.meta.resolve('./slow-rack.ts')

const test = base.extend<{ server: OwnServer }>({
  // Comes before the page, which signs in.
  server: [
    async ({ baseURL }, use) => withOwnServer(baseURL!, use, ['--simulated-sleds', '1'], [SLOW_RACK]),
    { auto: true },
  ],
})
test.use({ baseURL: BUNDLES_SERVER_URL })

test('creates a bundle by keyboard, follows it, and downloads it whole and in parts', async ({
  page,
  server,
}) => {
  const waits = join(server.folder, 'driver-waits')
  await page.goto('/system/support-bundles')
  await expect(page).toHaveTitle('Support bundles / Granary Console')
  await expect(page.getByText('No support bundles')).toBeVisible()
  await expect(page.getByText('npx granary support-bundle --data ./data')).toBeVisible()
  writeFileSync(waits, '')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('new support bundle')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create support bundle' })
  await expect(form.getByRole('textbox', { name: /^Comment/ })).toBeFocused()
  await page.keyboard.type('Starts are slow')
  await form.getByRole('button', { name: 'Show as' }).click()
  await page.getByRole('menuitem', { name: 'granary command' }).click()
  const command = page.getByRole('dialog', { name: 'Show as: granary command' })
  await expect(command).toContainText(/granary support-bundle create\s.*--user-comment 'Starts are slow'/s)
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Create support bundle' }).press('Enter')

  // The panel of the new bundle opens, with the files so far.
  const panel = page.getByRole('dialog', { name: 'Support bundle' })
  await expect(panel.getByRole('progressbar', { name: 'Collected' })).toBeVisible()
  const files = panel.getByRole('region', { name: 'Files' }).getByRole('listitem')
  await expect(files.filter({ hasText: 'settings.json' })).toBeVisible()
  await expect(panel.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row').filter({ hasText: 'Starts are slow' })
  await expect(row).toContainText(/Collecting \d+%/)
  const create = page.getByRole('button', { name: 'New support bundle' })
  await create.focus()
  await expect(page.getByRole('tooltip')).toContainText('One bundle is collected at a time')

  rmSync(waits)
  await expect(row).toContainText('Active')
  await expect(row).toContainText(/KiB/)
  await row.getByRole('link').click()
  await expect(panel).toContainText(/Requested by\s*admin/)
  const whole = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'Download all' }).click()
  expect((await whole).suggestedFilename()).toMatch(/^support-bundle-\d{8}-\d{6}\.zip$/)
  const part = page.waitForEvent('download')
  await panel.getByRole('link', { name: 'settings.json' }).click()
  const download = await part
  expect(download.suggestedFilename()).toBe('settings.json')
  expect(await download.failure()).toBeNull()
})

test('cancels a bundle that is collected, edits a comment and deletes', async ({ page, make, server }) => {
  const waits = join(server.folder, 'driver-waits')
  writeFileSync(waits, '')
  await make('/v1/system/support-bundles', { user_comment: 'a mistake' })
  await page.goto('/system/support-bundles')
  const mistake = page.getByRole('row').filter({ hasText: 'a mistake' })
  await expect(mistake).toContainText('Collecting')
  await act(page, mistake, 'Cancel')
  await expect(page.getByRole('dialog', { name: 'Cancel support bundle' })).toContainText('Stop collecting')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Collection of the support bundle cancelled')).toBeVisible()
  rmSync(waits)
  await expect(mistake).toHaveCount(0)

  // Made by another client, and pushed.
  await make('/v1/system/support-bundles', { user_comment: 'for the vendor' })
  const row = page.getByRole('row').filter({ hasText: 'for the vendor' })
  await expect(row).toContainText('Active')
  await act(page, row, 'Edit comment')
  const edit = page.getByRole('dialog', { name: 'Edit comment' })
  await edit.getByRole('textbox', { name: /^Comment/ }).fill('for the vendor, case 12')
  await edit.getByRole('button', { name: 'Update comment' }).click()
  const renamed = page.getByRole('row').filter({ hasText: 'case 12' })
  await act(page, renamed, 'Delete')
  await expect(page.getByRole('dialog', { name: 'Delete support bundle' })).toContainText('case 12')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No support bundles')).toBeVisible()

  // Deleted by another client while its panel is open.
  const { id } = await make('/v1/system/support-bundles', { user_comment: 'gone soon' })
  await page.getByRole('link', { name: 'gone soon' }).click()
  await expect(page.getByRole('dialog', { name: 'Support bundle' })).toContainText('Active')
  expect((await page.request.delete(`/v1/system/support-bundles/${id}`)).status()).toBe(204)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('says that bundles failed to load, and why one could not be collected', async ({ page }) => {
  const error = { request_id: 'r1', error_code: 'Internal', message: 'Internal Server Error' }
  await page.route(/\/v1\/system\/support-bundles\?/, (route) => route.fulfill({ status: 500, json: error }))
  await page.goto('/system/support-bundles')
  await expect(page.getByText('Support bundles could not be loaded')).toBeVisible()
  await page.unroute(/\/v1\/system\/support-bundles\?/)
  const failed = {
    id: '11111111-2222-4333-8444-555555555555',
    state: 'failed',
    reason_for_creation: 'Created by external API',
    reason_for_failure: 'The disk of the server is nearly full.',
    user_comment: null,
    time_created: new Date().toISOString(),
    since: new Date().toISOString(),
    time_completed: new Date().toISOString(),
    size: null,
    progress: 40,
    files: [],
  }
  await page.route(/\/v1\/system\/support-bundles\?/, (route) =>
    route.fulfill({ json: { items: [failed], next_page: null } }),
  )
  await page.route(new RegExp(`/support-bundles/${failed.id}$`), (route) =>
    route.request().resourceType() === 'document' ? route.fallback() : route.fulfill({ json: failed }),
  )
  // The list reads again by itself once the page is live.
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Failed' })
  await row.getByRole('link', { name: /^Bundle of / }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    'The disk of the server is nearly full.',
  )
})

test('shows a viewer of the fleet everything, and no action that would be refused', async ({
  page,
  make,
  operator,
}) => {
  await make('/v1/system/support-bundles', { user_comment: 'seen by a viewer' })
  const viewer = await operator('viewer')
  expect((await page.request.post('/v1/login/main/local', { data: viewer })).status()).toBe(204)
  await page.goto('/system/support-bundles')
  const create = page.getByRole('button', { name: 'New support bundle' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await create.focus()
  await expect(page.getByRole('tooltip')).toContainText('Only fleet admins can change support bundles')
  const row = page.getByRole('row').filter({ hasText: 'seen by a viewer' })
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Row actions' }).click()
  for (const name of ['Edit comment', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  const zip = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Download' }).click()
  expect(await (await zip).failure()).toBeNull()
})

test('shows nothing to a user who may not see the fleet', async ({ page, operator }) => {
  const user = await operator(null)
  expect((await page.request.post('/v1/login/main/local', { data: user })).status()).toBe(204)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/system/support-bundles')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  expect(asked.filter((url) => new URL(url).pathname.startsWith('/v1/system/support-bundles'))).toEqual([])
})
