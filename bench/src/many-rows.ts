import type { Browser } from '@playwright/test'
import { coldLoad, signedIn } from './cold-load.ts'
import { changeState, scroll, turnPage } from './in-page.ts'
import { median, repeat, round, type Section } from './report.ts'
import type { BenchServer } from './running-server.ts'

const RUNS = 7

/** Measures the instance list of a project with 10,000 instances, which shows one page of the API at a time. */
export async function measureManyRows(
  browser: Browser,
  server: BenchServer,
  project: string,
  path: string,
): Promise<Section> {
  const loads = await repeat(RUNS, () => coldLoad(browser, server, path, 1))
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  await page.goto(server.url + path)
  const row = page.getByRole('row', { name: /instance-00000/ })
  const updates = await repeat(RUNS, async () => {
    await row.getByText(/running|stopped/).waitFor()
    return page.evaluate(changeState, [project, 'instance-00000'] as [string, string])
  })
  const turns = await repeat(RUNS, async () => {
    const took = await page.evaluate(turnPage)
    await page.waitForTimeout(300)
    return took
  })
  const scrolls = await repeat(RUNS, () => page.evaluate(scroll))
  await context.close()
  return {
    title: 'Console, 10,000 instances in one project',
    note: 'The list shows pages of 50. One row updated: from the answer of the API to the new state on the screen, which the server pushes. Scrolling: one page of the list down and up again, at 60 frames a second.',
    columns: ['figure', 'median'],
    rows: [
      ['first row painted, cold (s)', round(median(loads.map((load) => load.firstRow)) / 1000, 2)],
      ['one row updated (ms)', Math.round(median(updates))],
      ['next page (ms)', Math.round(median(turns))],
      ['frames dropped while scrolling for 2 s', median(scrolls.map((one) => one.dropped))],
    ],
  }
}
