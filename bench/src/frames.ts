import type { Browser, Page } from '@playwright/test'
import { pan, type Panned } from './in-page.ts'
import { median, repeat } from './report.ts'

const RUNS = 3

/** Medians: frames drawn while panning per frame of the same page at rest, and the browser's processor time for one. */
export type Frames = { ofIdle: number; ms: number }

/** Pans something in a page, each time after the same page was at rest for as long. */
export async function framesOf(browser: Browser, page: Page, what: Panned): Promise<Frames> {
  const system = await browser.newBrowserCDPSession()
  const processorMs = async () => {
    const { processInfo } = await system.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime * 1000, 0)
  }
  const runs = await repeat(RUNS, async () => {
    const idle = await page.evaluate(pan, 'nothing' as const)
    const before = await processorMs()
    const frames = await page.evaluate(pan, what)
    return { ofIdle: frames / idle, ms: ((await processorMs()) - before) / frames }
  })
  await system.detach()
  return { ofIdle: median(runs.map((run) => run.ofIdle)), ms: median(runs.map((run) => run.ms)) }
}
