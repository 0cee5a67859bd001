import { type Browser, chromium } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.ts'
import { coldLoad, type Load, signedIn } from './cold-load.ts'
import { fill } from './fill.ts'
import { goToList } from './in-page.ts'
import { fillDisks, measureManyDisks } from './many-disks.ts'
import { measureManyRows } from './many-rows.ts'
import { median, repeat, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const RUNS = 7
const PORT = 8452
/** Longer than the console treats responses as fresh, so that cached content is shown and requested again. */
const STALE_AFTER_MS = 2500

/** Weight and speed of the instance list, in the production build. */
export async function measureConsole(): Promise<Section[]> {
  const empty = await startServer(PORT)
  await empty.stop(true)
  const [small, large, stored] = fill(empty.data, [50, 10_000, 0]) as [string, string, string]
  fillDisks(empty.data, stored)
  const server = await startServer(PORT, empty.data)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    // The first load warms up browser and server, and is not measured.
    await coldLoad(browser, server, listOf(small), 1)
    return [
      await measureList(browser, server, small),
      await measureManyRows(browser, server, large, listOf(large)),
      await measureManyDisks(browser, server, stored),
    ]
  } finally {
    await browser.close()
    await server.stop()
  }
}

const listOf = (project: string): string => `/projects/${project}/instances`

async function measureList(browser: Browser, server: BenchServer, project: string): Promise<Section> {
  const plain = await repeat(RUNS, () => coldLoad(browser, server, listOf(project), 1))
  const slow = await repeat(RUNS, () => coldLoad(browser, server, listOf(project), 4))
  const warm = await repeat(RUNS, () => warmChange(browser, server, project))
  const of = (runs: Load[], key: keyof Load) => median(runs.map((run) => run[key]))
  return {
    title: 'Console, cold load of the instance list of a project with 50 instances',
    note: `Medians of ${RUNS} runs in Chromium, server on the same machine, nothing cached. Browsers take Brotli; gzip is for comparison. Menus and dialogs are fetched when the pointer or a key first moves, and are not in the weight.`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ['JavaScript and CSS, gzip (KiB)', round(of(plain, 'gzip')), '≤ 180'],
      ['JavaScript and CSS, Brotli (KiB)', round(of(plain, 'brotli')), ''],
      ['requests', of(plain, 'requests'), '≤ 30'],
      ['of which to the API', of(plain, 'api'), '≤ 6'],
      ['of which were made before', of(plain, 'repeated'), '0'],
      ['navigation to first row painted (s)', round(of(plain, 'firstRow') / 1000, 2), '≤ 0.67'],
      ['the same, CPU slowed 4× (s)', round(of(slow, 'firstRow') / 1000, 2), '≤ 1.84'],
      ['long tasks until then (ms)', Math.round(of(plain, 'longTasks')), ''],
      ['the same, CPU slowed 4× (ms)', Math.round(of(slow, 'longTasks')), ''],
      ['list to list, warm (s)', round(median(warm) / 1000, 3), '≤ 0.12'],
    ],
  }
}

/** Navigates from the empty disk list to the instance list, which was shown before. @returns milliseconds. */
async function warmChange(browser: Browser, server: BenchServer, project: string): Promise<number> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  await page.goto(server.url + listOf(project))
  await page.locator('tbody tr:not([aria-hidden]) td').first().waitFor()
  await page.getByRole('link', { name: 'Disks' }).click()
  await page.getByRole('heading', { name: 'No disks' }).waitFor()
  await page.waitForTimeout(STALE_AFTER_MS)
  const took = await page.evaluate(goToList, 'Instances')
  await context.close()
  return took
}
