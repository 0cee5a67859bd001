import type { Page } from '@playwright/test'
import { expect, test as base, withoutPrefetch } from './fixtures.ts'

/** Tests whose pages have a clock that the test can forward. */
const test = base.extend({
  page: async ({ page }, use) => {
    await page.clock.install()
    // The clock brings a function of its own for idle time.
    await withoutPrefetch(page.context())
    await use(page)
  },
})

/** Forwards the clock of a page by the time after which the console offers to reload. */
const waitLong = (page: Page) => page.clock.fastForward(8_000)

/** Lets the requests of a chunk hang: they neither arrive nor fail. Returns a function that lets them arrive. */
async function hang(page: Page, name: RegExp): Promise<() => void> {
  const url = new RegExp(`/assets/(${name.source})-[^/]*\\.js$`)
  let release = () => {}
  const arrival = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await arrival
    await route.continue()
  })
  return release
}

const bar = (page: Page) => page.locator('.loading-bar')

for (const [part, name, click, shown] of [
  ['page', /silo-utilization/, 'Utilization', { role: 'heading', name: 'Utilization' }],
  ['menu', /menu-popup/, 'Row actions', { role: 'menuitem', name: 'Delete' }],
] as const)
  test(`shows that the code of a ${part} hangs, and offers to reload`, async ({ page, project }) => {
    await page.goto(`/projects?name=${project}`)
    await expect(page.getByRole('link', { name: project })).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    const release = await hang(page, name)
    await page
      .getByLabel(click, { exact: true })
      .or(page.getByRole('link', { name: click }))
      .first()
      .click()
    await expect(bar(page)).toBeVisible()
    await waitLong(page)
    const toasts = page.getByTestId('Toasts')
    await expect(toasts).toContainText('Still loading')
    await expect(toasts.getByRole('link', { name: 'Reload page' })).toBeVisible()
    release()
    await expect(page.getByRole(shown.role, { name: shown.name }).first()).toBeVisible()
    await expect(bar(page)).toHaveCount(0)
    await expect(toasts).not.toContainText('Still loading')
  })

test('shows that the routes of the first page hang', async ({ page }) => {
  const release = await hang(page, /later/)
  await page.goto('/system/silos')
  await expect(bar(page)).toBeVisible()
  await waitLong(page)
  await expect(page.getByTestId('Toasts')).toContainText('Still loading')
  release()
  await expect(page.getByRole('heading', { name: 'Silos', level: 1 })).toBeVisible()
  await expect(page.getByTestId('Toasts')).not.toContainText('Still loading')
})

test('offers to reload a page whose first code hangs', async ({ page }) => {
  const release = await hang(page, /vendor/)
  await page.goto('/projects', { waitUntil: 'commit' })
  // A script in the head, before this element, starts the wait.
  await page.locator('#root').waitFor({ state: 'attached' })
  await waitLong(page)
  const reload = page.getByRole('link', { name: 'Reload page' })
  await expect(reload).toBeVisible()
  release()
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await expect(reload).toHaveCount(0)
})
