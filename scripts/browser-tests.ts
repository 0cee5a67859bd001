// Builds what the browser tests need and runs them. Arguments go to Playwright.
import { spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.ts'

ensureChromium()
const { status } = spawnSync(
  'node_modules/.bin/playwright',
  ['test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
process.exitCode = status ?? 1
