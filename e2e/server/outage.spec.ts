import { OUTAGE_SERVER_URL, ADMIN_PASSWORD } from '../places.ts'
import { expect, type Request } from '@playwright/test'
import { test } from '../jitter/jitter.ts'
import { instance, signIn, withoutPrefetch } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'

test('opens a page with missing code as soon as the server is back', async ({ page }) => {
  await withOwnServer(OUTAGE_SERVER_URL, async (server) => {
    await page.request.post(`${OUTAGE_SERVER_URL}/v1/login/main/local`, {
      data: { username: 'admin', password: ADMIN_PASSWORD },
    })
    // Without idle time the browser prefetches nothing.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
    await page.goto(`${OUTAGE_SERVER_URL}/projects`)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await server.kill()
    await page.getByRole('link', { name: 'Images' }).click()
    const toasts = page.getByTestId('Toasts')
    await expect(toasts).toContainText('Server not reachable')
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    await server.start()
    await expect(page.getByRole('heading', { name: 'Images', level: 1 })).toBeVisible()
    await expect(toasts).not.toContainText('Server not reachable')
  })
})

test('prefetches pages, so that they open without a server', async ({ page }) => {
  await withOwnServer(OUTAGE_SERVER_URL, async (server) => {
    await page.request.post(`${OUTAGE_SERVER_URL}/v1/login/main/local`, {
      data: { username: 'admin', password: ADMIN_PASSWORD },
    })
    await page.goto(`${OUTAGE_SERVER_URL}/projects`)
    await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
    const running = new Set<Request>()
    page.on('request', (request) => request.url().endsWith('.js') && running.add(request))
    page.on('requestfinished', (request) => running.delete(request))
    const fetched = page.waitForResponse(/silo-images/)
    await page.mouse.move(300, 300)
    await fetched
    // The page's code is in several files.
    await expect.poll(() => running.size).toBe(0)
    await server.kill()
    await page.getByRole('link', { name: 'Images' }).click()
    await expect(page.getByRole('heading', { name: 'Images', level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByText('Images could not be loaded')).toBeVisible()
  })
})

test('opens the first page when its routes load after all', async ({ page, baseURL }) => {
  const missing = [/\/assets\/later-[^/]*\.js$/, '**/theme.js']
  for (const url of missing) await page.route(url, (route) => route.abort())
  await page.goto(`${baseURL}/login/main/local`)
  await expect(page.getByTestId('Toasts')).toContainText('Server not reachable')
  for (const url of missing) await page.unroute(url)
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})

test('says that the routes of the first page do not load', async ({ page, baseURL }) => {
  const later = /\/assets\/later-[^/]*\.js$/
  // The server has a newer build, also after the reload that this causes.
  await page.route(later, (route) => route.abort())
  await page.goto(`${baseURL}/login/main/local`)
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible()
  await page.unroute(later)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible()
})

test('opens a page from the sidebar as soon as the browser is online again', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page.request)
  await withoutPrefetch(context)
  await page.goto(`${baseURL}/projects`)
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Utilization' }).click()
  const toasts = page.getByTestId('Toasts')
  await expect(toasts).toContainText('Server not reachable')
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Utilization', level: 1 })).toBeVisible()
  await expect(toasts).not.toContainText('Server not reachable')
})

test('keeps the question of a deletion whose code does not load, and finishes it', async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(page.request)
  await withoutPrefetch(context)
  const project = `outage-${Date.now().toString(36)}`
  const made = async (path: string, data: object) =>
    expect((await page.request.post(`${baseURL}${path}`, { data })).status()).toBe(201)
  await made('/v1/projects', { name: project, description: '' })
  await made(`/v1/instances?project=${project}`, instance('web', { start: false }))
  await page.goto(`${baseURL}/projects/${project}/instances`)
  await page.getByRole('row', { name: /web/ }).getByRole('button', { name: 'Row actions' }).click()
  const missing = [/\/assets\/deletion-plan-[^/]*\.js$/, '**/theme.js']
  for (const url of missing) await page.route(url, (route) => route.abort())
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete instance' })
  await expect(question.getByRole('status')).toBeVisible()
  await expect(page.getByTestId('Toasts')).toContainText('Server not reachable')
  await expect(question.getByRole('button', { name: 'Confirm' })).toBeDisabled()
  for (const url of missing) await page.unroute(url)
  await expect(question.getByText('It has no disks, no network interfaces and no addresses.')).toBeVisible()
  await question.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
})
