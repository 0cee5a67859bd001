import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import { observe, type Observed } from './in-page.ts'
import type { BenchServer } from './running-server.ts'

/** Measurements of a page load: KiB, numbers of requests, milliseconds. */
export type Load = {
  gzip: number
  brotli: number
  requests: number
  repeated: number
  api: number
  firstRow: number
  longTasks: number
}

/** Longer than a page loads without interaction. */
const SETTLED = 1500

/** Loads a page in a new browser context with an empty cache. @param slowdown of the CPU. */
export async function coldLoad(
  browser: Browser,
  server: BenchServer,
  path: string,
  slowdown: number,
): Promise<Load> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const requested = await watchRequests(session)
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(observe)
  await page.goto(server.url + path)
  await page.waitForFunction(() => (window as unknown as Observed).firstRow)
  await page.waitForTimeout(SETTLED)
  const { firstRow, longTasks } = await page.evaluate(() => {
    const { firstRow = 0, longTasks } = window as unknown as Observed
    return { firstRow, longTasks }
  })
  await context.close()
  const code = requested.filter((url) => /\.(js|css)$/.test(url))
  return {
    gzip: await weight(code, 'gzip'),
    brotli: await weight(code, 'br'),
    requests: requested.length,
    repeated: requested.length - new Set(requested).size,
    api: requested.filter((url) => /^\/(v1|experimental)\//.test(new URL(url).pathname)).length,
    firstRow,
    longTasks,
  }
}

/** Returns a browser context of the administrator. */
export async function signedIn(browser: Browser, server: BenchServer): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name, value] = server.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: server.url }])
  return context
}

/** Records the URL of every request from now on, including open ones. */
async function watchRequests(session: CDPSession): Promise<string[]> {
  const urls: string[] = []
  session.on('Network.requestWillBeSent', ({ request }) => urls.push(request.url))
  await session.send('Network.enable')
  return urls
}

/** Returns the size of files in KiB, as sent to a client that accepts only this content encoding. */
async function weight(urls: readonly string[], coding: string): Promise<number> {
  const sizes = urls.map(async (url) => {
    const response = await fetch(url, { headers: { 'accept-encoding': coding } })
    if (response.headers.get('content-encoding') !== coding)
      throw new Error(`${url} is not sent as ${coding}`)
    await response.arrayBuffer()
    return Number(response.headers.get('content-length')) / 1024
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
