import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, instance, test } from './fixtures.ts'

/** Goals of `bench/`, which measures the same page. */
const MAX_KIB = 180
const MAX_FILES = 30

test('the code of a list of instances is small, and arrives in few files', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('web'))
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  // The lines of load have code too, which loads for the first machine that runs.
  const loads = page.waitForResponse(/\/v1\/timeseries\/query/)
  await page.goto(`/projects/${project}/instances`)
  await loads
  await expect(page.getByRole('cell', { name: 'web', exact: true })).toBeVisible()
  const code = responses.filter((response) => /\.(js|css)$/.test(response.url()))
  const bodies = await Promise.all(code.map((response) => response.body()))
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0)
  // Fewer would mean that the test looks at the wrong files.
  expect(code.length).toBeGreaterThan(5)
  expect(code.length).toBeLessThanOrEqual(MAX_FILES)
  expect(bytes / 1024).toBeLessThanOrEqual(MAX_KIB)
})

test('the page names its fonts, and each is fetched once', async ({ page, project }) => {
  const fonts: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.woff2')) fonts.push(pathname)
  })
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByText('No instances')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  const named = await page
    .locator('link[rel=preload][as=font]')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname))
  expect(named).toHaveLength(2)
  expect(fonts.toSorted()).toEqual(named.toSorted())
})

for (const [name, link, content, files] of [
  ['list', 'Disks', 'No disks', 10],
  ['form', 'New Instance', 'Boot disk', 15],
] as const)
  test(`the first visit of a ${name} needs few files`, async ({ page, project }) => {
    await page.goto(`/projects/${project}/instances`)
    await expect(page.getByText('No instances')).toBeVisible()
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    // Without a pointer, because its first move prefetches all other pages.
    await page
      .getByRole('link', { name: link, exact: true })
      .first()
      .evaluate((anchor: HTMLElement) => anchor.click())
    await expect(page.getByRole('main').getByRole('heading', { name: content }).first()).toBeVisible()
    expect(requested.filter((url) => url.endsWith('.js')).length).toBeLessThanOrEqual(files)
  })
