import { type APIRequestContext, type BrowserContext, expect, type Locator } from '@playwright/test'
import { test as base } from '../jitter/jitter.ts'
import { ADMIN_PASSWORD } from '../places.ts'
import { takeTurn } from './turns.ts'

type Fixtures = {
  /** Creates a resource by the API, as the administrator. */
  make: (path: string, body?: unknown) => Promise<{ id: string; name: string }>
  /** A project of the test's own. */
  project: string
  /**
   * Set for tests that depend on roles or settings of the main silo or of the fleet, which others change: they run one after
   * another.
   */
  takesTurn: boolean
  turn: void
}

/** Tests that begin signed in as the administrator. */
export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await withoutPrefetch(context)
    await use(context)
  },
  page: async ({ page }, use) => {
    await signIn(page.request)
    await use(page)
  },
  make: async ({ page }, use) => {
    await use(async (path, body) => {
      const response = await page.request.post(path, { data: body })
      expect(response.status(), await response.text()).toBeLessThan(300)
      return response.json()
    })
  },
  project: async ({ make }, use, { testId }) => {
    const name = `p-${testId
      .slice(-12)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}-${Date.now().toString(36)}`
    await make('/v1/projects', { name, description: 'Made by a test' })
    await use(name)
  },
  takesTurn: [false, { option: true }],
  turn: [
    async ({ takesTurn }, use) => {
      const passOn = takesTurn ? await takeTurn() : () => {}
      await use()
      passOn()
    },
    { auto: true, timeout: 600_000 },
  ],
})

export { expect }

/** Leaves the pages of a browser no idle time, so that they prefetch nothing: 200 files for each test. */
export async function withoutPrefetch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
}

/** Signs in as the administrator, in all windows of a test's browser. */
export async function signIn(request: APIRequestContext): Promise<void> {
  const response = await request.post('/v1/login/main/local', {
    data: { username: 'admin', password: ADMIN_PASSWORD },
  })
  expect(response.status()).toBe(204)
}

/**
 * Waits until a row or link is gone from the page. Roles don't reach what an open dialog covers, so without the first wait it
 * would pass before anything has happened.
 */
export async function expectGone(target: Locator): Promise<void> {
  await expect(target.page().getByRole('dialog')).toHaveCount(0)
  await expect(target).toHaveCount(0)
}

/** Presses Enter on a button or an entry of a menu once it is enabled. Unlike a click, Playwright's `press` doesn't wait. */
export async function pressEnter(target: Locator): Promise<void> {
  await expect(target).toBeEnabled()
  await target.press('Enter')
}

/** A small instance that boots fast. */
export const instance = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  description: '',
  hostname: name,
  ncpus: 1,
  memory: 2 ** 30,
  network_interfaces: { type: 'none' },
  start: true,
  ...more,
})
