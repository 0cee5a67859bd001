import { type Browser, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.ts'
import { ask } from './ask.ts'
import { coldLoad, signedIn } from './cold-load.ts'
import { type Frames, framesOf } from './frames.ts'
import { observeElement, type Observed } from './in-page.ts'
import { fillLargeNetwork, INSTANCES, RULES } from './large-network.ts'
import { fillMonth, POINTS, SERIES } from './month-of-metrics.ts'
import { median, repeat, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const RUNS = 5
const PORT = 8541

/** Measures pictures of many points: a chart of a month, the map of a large VPC, and its firewall rules. */
export async function measurePictures(): Promise<Section[]> {
  const empty = await startServer(PORT)
  const paths = await fillLargeNetwork(empty)
  await empty.stop(true)
  const query = await fillMonth(empty.data)
  const server = await startServer(PORT, empty.data)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    return [await measureChart(browser, server, query), await measureNetwork(browser, server, paths)]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function measureChart(browser: Browser, server: BenchServer, query: string): Promise<Section> {
  const answers = await repeat(RUNS, async () => {
    const started = performance.now()
    await ask(server, 'POST', '/v1/system/timeseries/query', { query })
    return performance.now() - started
  })
  const path = `/system/metrics?q=${encodeURIComponent(JSON.stringify(query))}`
  const paints = await repeat(RUNS, async () => {
    const { page, painted } = await open(browser, server, path, '.u-over')
    await page.context().close()
    return painted
  })
  const { page } = await open(browser, server, path, '.u-over')
  await page.getByRole('slider').first().focus()
  // Half of the period, which can be panned by as much again.
  await page.keyboard.press('+')
  await page.getByRole('button', { name: 'Reset zoom' }).waitFor()
  const frames = await framesOf(browser, page, 'chart')
  await page.context().close()
  const answer = median(answers)
  return {
    title: `Chart of 30 days by the minute, ${SERIES} series, ${POINTS.toLocaleString('en-US')} points`,
    note: `Medians of ${RUNS} runs of the page that runs queries. Panning shows 15 of the 30 days at a time; its frames are compared with those of the same page at rest, because other programs take frames from both.`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ['answer (ms)', Math.round(answer), ''],
      ['navigation to first paint (ms)', Math.round(median(paints)), ''],
      ['the same, as a multiple of the answer', round(median(paints) / answer), ''],
      ...rowsOf(frames),
    ],
  }
}

async function measureNetwork(
  browser: Browser,
  server: BenchServer,
  { map, manyRules, fewRules }: { map: string; manyRules: string; fewRules: string },
): Promise<Section> {
  // The first load warms up browser and server, and is not measured.
  await coldLoad(browser, server, fewRules, 1)
  const few = await repeat(RUNS, () => coldLoad(browser, server, fewRules, 1))
  const many = await repeat(RUNS, () => coldLoad(browser, server, manyRules, 1))
  const row = (runs: typeof few) => median(runs.map(({ firstRow }) => firstRow))
  const { page } = await open(browser, server, map, '[role=group][aria-label^="Map"]')
  const frames = await framesOf(browser, page, 'map')
  await page.context().close()
  return {
    title: `VPC with ${INSTANCES} instances and ${RULES} firewall rules`,
    note: `Medians of ${RUNS} runs.`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ...rowsOf(frames).map(([figure = '', ...others]) => [`map: ${figure}`, ...others]),
      [`${RULES} rules, navigation to rows painted (ms)`, Math.round(row(many)), ''],
      ['the same, longer than for the rules of a new VPC by (ms)', Math.round(row(many) - row(few)), '≤ 300'],
    ],
  }
}

const rowsOf = ({ ofIdle, ms }: Frames): Section['rows'] => [
  ['frames while panning, in % of those at rest', Math.round(ofIdle * 100), '≥ 95'],
  ['processor time of the browser for a frame (ms)', round(ms), '≤ 16.7'],
]

/** Opens a page. @returns it, and the milliseconds until an element was painted. */
async function open(
  browser: Browser,
  server: BenchServer,
  path: string,
  selector: string,
): Promise<{ page: Page; painted: number }> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  await page.addInitScript(observeElement, selector)
  await page.goto(server.url + path)
  await page.waitForFunction(() => (window as unknown as Observed).firstRow)
  return { page, painted: await page.evaluate(() => (window as unknown as Observed).firstRow!) }
}
