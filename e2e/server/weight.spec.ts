import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { shiftClock } from '../shift-clock.ts'
import { expect, instance, test } from './fixtures.ts'

/** Goals of `bench/`, which measures the same page. */
const MAX_KIB = 180
const MAX_FILES = 14
/** All that an idle page of a project fetches for later, the menu of saved views included. */
const MAX_IDLE_KIB = 28

/** Sets the browser to save data, so that an idle page fetches nothing. */
const saveData = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } }),
  )

// A toast says when the clock is off, and has code of its own.
test.beforeEach(async ({ context }) => context.addInitScript(shiftClock(0)))

const isCode = (url: string): boolean => /\.(js|css)$/.test(url)

/** Returns the size of files in KiB, compressed. */
async function weightOf(responses: readonly Response[]): Promise<number> {
  const bodies = await Promise.all(responses.map((response) => response.body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0) / 1024
}

/** Lets the browser be idle, without a user: browsers move the pointer themselves when something appears below it. */
const beIdle = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { requestIdleCallback: (run: () => void) => window.setTimeout(run) })
    addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true })
  })

/** Lets the page draw frames. One that is idle begins to fetch within the first few. */
const drawFrames = (page: Page) =>
  page.evaluate(async () => {
    // oxlint-disable-next-line no-await-in-loop -- frames follow each other
    for (let n = 0; n < 60; n++) await new Promise(requestAnimationFrame)
  })

test('the code of a list of instances is small, and arrives in few files', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('web'))
  await saveData(page)
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  // The lines of load have code too, which loads for the first machine that runs.
  const loads = page.waitForResponse(/\/v1\/timeseries\/query/)
  await page.goto(`/projects/${project}/instances`)
  await loads
  await expect(page.getByRole('cell', { name: 'web', exact: true })).toBeVisible()
  const code = responses.filter((response) => isCode(response.url()))
  // Fewer would mean that the test looks at the wrong files.
  expect(code.length).toBeGreaterThan(5)
  expect(code.length).toBeLessThanOrEqual(MAX_FILES)
  expect(await weightOf(code)).toBeLessThanOrEqual(MAX_KIB)
})

test('an idle page of a project fetches the code of its lists, once and after its data', async ({
  page,
  project,
}) => {
  await beIdle(page)
  let answerList = () => {}
  const isAnswered = new Promise<void>((resolve) => (answerList = resolve))
  await page.route(/\/v1\/instances\?/, async (route) => {
    await isAnswered
    await route.continue()
  })
  const responses: Response[] = []
  page.on('response', (response) => void (isCode(response.url()) && responses.push(response)))
  const asked = page.waitForRequest(/\/v1\/instances\?/)
  await page.goto(`/projects/${project}/instances`)
  await asked
  await drawFrames(page)
  const before = responses.length
  expect(responses.map((response) => response.url()).join()).not.toMatch(/assets\/project-/)
  answerList()
  await expect(page.getByText('No instances')).toBeVisible()
  await expect.poll(() => responses.map((response) => response.url()).join()).toMatch(/group-list-/)
  await drawFrames(page)
  const urls = responses.map((response) => response.url())
  expect(new Set(urls).size).toBe(urls.length)
  expect(await weightOf(responses.slice(before))).toBeLessThanOrEqual(MAX_IDLE_KIB)

  const more: string[] = []
  page.on('request', (request) => void (isCode(request.url()) && more.push(request.url())))
  for (const list of ['Disks', 'Floating IPs', 'Affinity Groups']) {
    // Without a pointer, because its first move prefetches all other pages.
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page
      .getByRole('link', { name: list, exact: true })
      .evaluate((anchor: HTMLElement) => anchor.click())
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await expect(page.getByRole('heading', { name: list, level: 1 })).toBeVisible()
  }
  expect(more).toEqual([])
})

test('an idle page fetches nothing for a user who saves data', async ({ page, project }) => {
  await beIdle(page)
  await saveData(page)
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByText('No instances')).toBeVisible()
  // The last part of the page itself.
  await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  const requested: string[] = []
  page.on('request', (request) => void (isCode(request.url()) && requested.push(request.url())))
  await drawFrames(page)
  expect(requested).toEqual([])
  await page.getByRole('link', { name: 'Disks', exact: true }).evaluate((link: HTMLElement) => link.click())
  await expect(page.getByRole('heading', { name: 'No disks' })).toBeVisible()
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
    await saveData(page)
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
