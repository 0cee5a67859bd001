// Browsers that behave otherwise than ours: another clock, another keyboard, a translator.
import { shiftClock } from '../shift-clock.ts'
import { expect, instance, test } from './fixtures.ts'

test.describe('a clock two hours ahead', () => {
  test.beforeEach(async ({ context }) => context.addInitScript(shiftClock(2)))

  test("is noticed, and ages are those of the server's clock", async ({ page, make, project }) => {
    await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
    await page.goto(`/projects/${project}/instances`)
    await expect(page.getByText('The clock of this computer is 2 hours ahead')).toBeVisible()
    const row = page.getByRole('row', { name: /web/ })
    await expect(row.getByText('stopped')).toBeVisible()
    await expect(row.getByText(/^\d+[sm]$/)).toBeVisible()
  })
})

test.describe('a clock two hours behind', () => {
  test.beforeEach(async ({ context }) => context.addInitScript(shiftClock(-2)))

  test('shows the charts of the last hour by the clock of the server', async ({ page, make, project }) => {
    await make(`/v1/instances?project=${project}`, instance('web'))
    await page.goto('/utilization')
    const chart = page.getByRole('figure', { name: 'CPU' })
    await expect(chart.locator('canvas')).toBeVisible()
    await expect(chart.getByText(/didn’t change/)).toHaveCount(0)
  })
})

test('shortcuts work on a Greek keyboard, and not while an input method composes', async ({ page }) => {
  await page.goto('/projects')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  const press = (init: { key: string; code: string; ctrlKey: boolean; isComposing?: boolean }) =>
    page.evaluate(
      (keys) =>
        void document.body.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...keys }),
        ),
      init,
    )
  await press({ key: 'κ', code: 'KeyK', ctrlKey: true, isComposing: true })
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toHaveCount(0)
  await press({ key: 'κ', code: 'KeyK', ctrlKey: true })
  await expect(page.getByRole('dialog', { name: 'Quick actions' })).toBeVisible()
})

test('asks translators to leave names and states alone', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('translate', 'no')
})

test('a tab that opens in the background holds no connection', async ({ context, page, project }) => {
  const streams: string[] = []
  context.on('request', (request) => {
    if (request.url().includes('/experimental/v1/events')) streams.push(request.url())
  })
  await context.addInitScript(() => {
    if (!location.hash.includes('background')) return
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
  })
  await page.goto(`/projects/${project}/instances#background`)
  await expect(page.getByRole('heading', { name: 'Instances', level: 1 })).toBeVisible()
  await expect(
    page.getByRole('heading', { name: 'No instances' }).or(page.getByText('No instances')),
  ).toBeVisible()
  expect(streams).toEqual([])
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: false })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => streams.length).toBe(1)
})

test('at 1 Mbit/s no request waits long beside an upload', async ({ page, project }) => {
  test.setTimeout(120_000)
  await page.goto(`/projects/${project}/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('radio', { name: 'A file' }).check()
  await panel.getByRole('textbox', { name: 'Name' }).fill('slow')
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByRole('textbox', { name: 'Version' }).fill('13')
  // Not zeros, which an upload leaves out.
  const buffer = Buffer.alloc(8 * 1024 * 1024, 'granary ')
  await panel.getByLabel('Image file').setInputFiles({ name: 'slow.raw', mimeType: '', buffer })
  const session = await page.context().newCDPSession(page)
  const BYTES_PER_SECOND = 1_000_000 / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20,
    uploadThroughput: BYTES_PER_SECOND,
    downloadThroughput: BYTES_PER_SECOND,
  })
  const sent = page.waitForRequest('**/blocks?*', { timeout: 30_000 })
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await sent
  const waits = await page.evaluate(async () => {
    const each: number[] = []
    for (let n = 0; n < 5; n++) {
      const start = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one after the other, all beside the upload
      await (await fetch('/v1/projects?limit=10')).text()
      each.push(performance.now() - start)
      // oxlint-disable-next-line no-await-in-loop -- as above
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    return each
  })
  await expect(page.getByRole('progressbar', { name: 'Upload progress' })).not.toHaveAttribute(
    'aria-valuenow',
    '100',
  )
  expect(Math.max(...waits)).toBeLessThan(2_000)
})
