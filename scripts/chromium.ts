import { existsSync } from 'node:fs'
import { aptInstall } from './apt.ts'

/** The headless shell comes first: it has no windows to draw and takes a third less of the CPU. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** The browser for the tests: `GRANARY_CHROMIUM`, or one of the system's. */
export const chromiumPath = (): string | undefined =>
  [process.env.GRANARY_CHROMIUM, ...PLACES].find((path) => path !== undefined && existsSync(path))

/** Installs Debian's Chromium if there is none. Exits with a message if that isn't possible. */
export function ensureChromium(): string {
  const found = chromiumPath()
  if (found) return found
  aptInstall('chromium-headless-shell', 'Chromium')
  const installed = chromiumPath()
  if (installed) return installed
  console.error('The browser tests need Chromium: install it, or name one in GRANARY_CHROMIUM.')
  process.exit(1)
}
