import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { chromiumPath } from '../scripts/chromium.ts'
import '../scripts/coarse-clock.ts'
import { ADMIN_PASSWORD, BEHIND_URL, PREVIEW_URL, SERVER_URL } from './places.ts'

const launchOptions = {
  executablePath: chromiumPath(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
const root = join(import.meta.dirname, '..')
/** Its tests share a server of their own, so that they need a worker of their own too. */
const PUBLISHED = 'server/published-api.spec.ts'
const port = (url: string) => new URL(url).port
const isBehindNginx = Boolean(process.env.GRANARY_E2E_NGINX)
const isOnSlowLine = Boolean(process.env.GRANARY_E2E_MBIT)
const server = isBehindNginx ? BEHIND_URL : SERVER_URL

/** End-to-end tests: Chromium against a real server on an empty database, and against the preview. */
export default defineConfig({
  testDir: '.',
  outputDir: join(root, '.cache/e2e'),
  // Timeouts only end hanging tests: there are no retries, and a busy machine is many times slower, and a slow line too.
  timeout: isOnSlowLine ? 480_000 : 120_000,
  expect: { timeout: isOnSlowLine ? 120_000 : 30_000 },
  fullyParallel: false,
  // A worker waits for timers and simulated machines too.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: join(root, '.cache/test/browser.json') }]],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    launchOptions,
    // Animations took a twentieth of the CPU. A button that moves is hard to click, and a panel that fades in has other colors.
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    // Projects with few files come first: at the end, one worker would run them while the others wait.
    { name: 'published', testMatch: PUBLISHED },
    { name: 'preview', testMatch: 'preview*.spec.ts', use: { baseURL: PREVIEW_URL } },
    { name: 'server', testMatch: 'server/**/*.spec.ts', testIgnore: PUBLISHED, use: { baseURL: SERVER_URL } },
  ],
  webServer: [
    {
      // A sled has fewer vCPUs than the largest instance wants. Receivers of alerts are on this machine.
      command: `node scripts/start.ts --vcpus-per-thread 1 --webhook-networks 127.0.0.0/8 ${isBehindNginx ? '--trusted-proxies 127.0.0.1 ' : ''}--port ${port(server)} --data ${mkdtempSync(join(tmpdir(), 'granary-e2e-'))}`,
      env: { GRANARY_COMPUTE: 'simulated', GRANARY_ADMIN_PASSWORD: ADMIN_PASSWORD },
      url: `${server}/readyz`,
      cwd: root,
      timeout: 120_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 12_000 },
    },
    ...(isBehindNginx
      ? [{ command: 'node e2e/nginx.ts', url: `${SERVER_URL}/readyz`, cwd: root, timeout: 120_000 }]
      : []),
    {
      command: `node scripts/preview.ts --port ${port(PREVIEW_URL)}`,
      url: PREVIEW_URL,
      cwd: root,
      timeout: 180_000,
    },
  ],
})
