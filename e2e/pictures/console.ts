// `npm run pictures:console`: makes the README's pictures of the console, in both themes, on a server with example data.
import { join } from 'node:path'
import { type Browser, chromium, expect } from '@playwright/test'
import { buildConsole } from '../../scripts/build-console.ts'
import { ensureChromium } from '../../scripts/chromium.ts'
import { recordShell } from '../../scripts/shell-hash.ts'
import { EMPTY_SERVER_URL } from '../places.ts'
import { withOwnServer } from '../server/own-server.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The pages in the pictures. A page has loaded once it shows `row`. */
const PAGES = [
  { name: 'projects', path: '/projects', row: 'storefront' },
  { name: 'instances', path: '/projects/storefront/instances', row: 'web-1' },
] as const

async function takeAll(browser: Browser, theme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 810 },
    baseURL: EMPTY_SERVER_URL,
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const credentials = { username: 'admin', password: 'granary' }
  const signIn = await context.request.post('/v1/login/main/local', { data: credentials })
  expect(signIn.ok()).toBe(true)
  // By default the console is dark.
  const preference = JSON.stringify({ state: { theme } })
  await page.addInitScript((value) => localStorage.setItem('theme-preference', value), preference)
  for (const { name, path, row } of PAGES) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page.goto(path)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await expect(page.getByRole('row', { name: new RegExp(`\\b${row}\\b`) })).toBeVisible()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await page.waitForLoadState('networkidle')
    const file = join(ROOT, `docs/console-${name}-${theme}.png`)
    // oxlint-disable-next-line no-await-in-loop -- as above
    await page.screenshot({ path: file, animations: 'disabled' })
  }
  await context.close()
}

await buildConsole()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
try {
  await withOwnServer(EMPTY_SERVER_URL, async () => {
    for (const theme of ['light', 'dark'] as const)
      // oxlint-disable-next-line no-await-in-loop -- one browser window after the other
      await takeAll(browser, theme)
  }, ['--dataset', join(ROOT, 'datasets/example.json')])
  recordShell()
} finally {
  await browser.close()
}
