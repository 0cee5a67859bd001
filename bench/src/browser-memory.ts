import type { Browser, CDPSession, Page } from '@playwright/test'
import { readFileSync } from 'node:fs'

/** In MiB: what the scripts of the page hold, and what all processes of the browser have in memory of their own or share. */
export type Memory = { heap: number; browser: number }

/** Looks at the memory of a browser from time to time. */
export type MemoryWatch = { before: Memory; most: () => Memory; stop: () => Promise<void> }

/** So often, in milliseconds; each look is work for the browser too. */
const EVERY = 250

/** Watches from now on, with what it is now for comparison. */
export async function watchMemory(browser: Browser, page: Page): Promise<MemoryWatch> {
  const system = await browser.newBrowserCDPSession()
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await session.send('HeapProfiler.collectGarbage')
  const before = await look(system, session)
  const most = { ...before }
  let watching = true
  const end = (async () => {
    while (watching) {
      const now = await look(system, session)
      most.heap = Math.max(most.heap, now.heap)
      most.browser = Math.max(most.browser, now.browser)
      await new Promise((resolve) => setTimeout(resolve, EVERY))
    }
  })()
  return {
    before,
    most: () => most,
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

/** Memory of a process in MiB; of what it shares with others its part. None for one that has ended meanwhile. */
function proportional(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
