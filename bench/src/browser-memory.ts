import type { Browser, CDPSession, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'

/** In MiB: the heap of the page's scripts, and the memory of all processes of the browser, private and shared. */
export type Memory = { heap: number; browser: number }

/** Samples the memory of a browser. */
export type MemoryWatch = { before: Memory; peak: () => Memory; stop: () => Promise<void> }

/** Sampling interval, in milliseconds. Each sample costs the browser time too. */
const SAMPLE_INTERVAL_MS = 250

/** Starts sampling, with the current values as the baseline. */
export async function watchMemory(browser: Browser, page: Page): Promise<MemoryWatch> {
  const system = await browser.newBrowserCDPSession()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const before = await look(system, session)
  const peak = { ...before }
  let watching = true
  const end = (async () => {
    while (watching) {
      const now = await look(system, session)
      peak.heap = Math.max(peak.heap, now.heap)
      peak.browser = Math.max(peak.browser, now.browser)
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL_MS))
    }
  })()
  return {
    before,
    peak: () => peak,
    async stop() {
      watching = false
      await end
      await Promise.all([system.detach(), session.detach()])
    },
  }
}

async function look(system: CDPSession, session: CDPSession): Promise<Memory> {
  const { metrics } = await session.send('Performance.getMetrics')
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  return {
    heap: heap / 2 ** 20,
    browser: processInfo.reduce((sum, { id }) => sum + proportional(id), 0),
  }
}

/** Returns a process's memory in MiB, with its share of shared pages. 0 for a process that has ended. */
function proportional(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
