import { test as base, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { greekLayout } from '../greek-layout.ts'
import { shiftClock } from '../shift-clock.ts'
import { type Delays, delaysOf } from './delays.ts'
import { delayPage } from './in-page.ts'

/** Set for a search for races. */
const SEED = process.env.GRANARY_E2E_JITTER
/** Hours by which the clock of the browsers is off. */
const CLOCK = process.env.GRANARY_E2E_CLOCK
/** 'greek' for browsers with a Greek keyboard. */
const LAYOUT = process.env.GRANARY_E2E_LAYOUT
/** Megabits a second that a browser sends and receives at most. */
const MBIT = process.env.GRANARY_E2E_MBIT

/**
 * Playwright's `test`. With a seed in `GRANARY_E2E_JITTER`, every request, answer, event and chunk of code in a browser waits for
 * a random time, and the seed is printed with each failure. With hours in `GRANARY_E2E_CLOCK`, the clock of the browsers is off by
 * them; with `greek` in `GRANARY_E2E_LAYOUT`, their keys are those of a Greek keyboard; with a number in `GRANARY_E2E_MBIT`, their
 * line carries so many megabits a second.
 */
export const test = base.extend<{ seed: void }, object>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        if (LAYOUT === 'greek') await context.addInitScript(greekLayout())
        if (CLOCK) await context.addInitScript(shiftClock(Number(CLOCK)))
        if (MBIT) slowContext(context, Number(MBIT))
        return SEED ? delayContext(context, SEED) : context
      }
      await use(browser)
      browser.newContext = newContext
    },
    { scope: 'worker' },
  ],
  seed: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that it needs from the pattern
    async ({}, use, info) => {
      await use()
      if (SEED && info.status !== info.expectedStatus) console.error(`GRANARY_E2E_JITTER=${SEED}`)
    },
    { auto: true },
  ],
})

/** Limits the line of the pages that tests open in a context, each by itself. */
function slowContext(context: BrowserContext, megabits: number): void {
  const newPage = context.newPage.bind(context)
  const setOffline = context.setOffline.bind(context)
  const bytesPerSecond = (megabits * 1_000_000) / 8
  const sessions: CDPSession[] = []
  const limit = (session: CDPSession, offline: boolean) =>
    session.send('Network.emulateNetworkConditions', {
      offline,
      latency: 20,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    })
  context.newPage = async () => {
    const page = await newPage()
    const session = await context.newCDPSession(page)
    sessions.push(session)
    page.once('close', () => sessions.splice(sessions.indexOf(session), 1))
    await session.send('Network.enable')
    await limit(session, false)
    return page
  }
  // The limits of a page would put it online again.
  context.setOffline = async (offline) => {
    await setOffline(offline)
    await Promise.all(sessions.map((session) => limit(session, offline)))
  }
}

async function delayContext(context: BrowserContext, seed: string): Promise<BrowserContext> {
  await context.addInitScript({
    content: `(${String(delayPage)})((${String(delaysOf)})(${JSON.stringify(seed)}))`,
  })
  const delays = delaysOf(seed)
  const newPage = context.newPage.bind(context)
  context.newPage = async () => {
    const page = await newPage()
    await delayCode(page, delays, seed)
    return page
  }
  return context
}

/** Delays the chunks of a page, and slows its CPU down with every third seed. Routes of Playwright would switch the cache off. */
async function delayCode(page: Page, delays: Delays, seed: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const carryOn = () => session.send('Fetch.continueRequest', { requestId })
    // The page may be closed by then.
    setTimeout(() => void carryOn().catch(() => {}), delays(request.url))
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/assets/*' }] })
  if (Number(seed) % 3 === 0) await session.send('Emulation.setCPUThrottlingRate', { rate: 3 })
}
