import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.ts'
import { fill } from './fill.ts'
import { median, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const RUNS = 7
const PORT = 8452
const GOALS = { kib: 180, requests: 30, api: 6, firstRow: 0.67, throttled: 1.84, warm: 0.12 }

/** Weight and speed of the instance list, in the production build. */
export async function measureConsole(): Promise<Section[]> {
  const empty = await startServer(PORT)
  await empty.stop(true)
  const [project] = fill(empty.data, 2, 10_000)
  const server = await startServer(PORT, empty.data)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    return [await coldLoads(browser, server, project!), await manyRows(browser, server, project!)]
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function coldLoads(browser: Browser, server: BenchServer, project: string): Promise<Section> {
  const path = `/projects/${project}/instances`
  const plain = await repeat(() => coldLoad(browser, server, path, 1))
  const throttled = await repeat(() => coldLoad(browser, server, path, 4))
  const warm = await repeat(() => warmChange(browser, server, project))
  const of = (runs: Load[], key: keyof Load) => median(runs.map((run) => run[key]))
  return {
    title: 'Console, instance list of a project, cold',
    note: `Medians of ${RUNS} runs in Chromium against the server on the same machine, nothing cached.`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ['JavaScript and CSS as sent (KiB)', round(of(plain, 'codeKib')), `≤ ${GOALS.kib} (gzip)`],
      ['requests', of(plain, 'requests'), `≤ ${GOALS.requests}`],
      ['of which to the API', of(plain, 'api'), `≤ ${GOALS.api}`],
      ['navigation to first row (s)', round(of(plain, 'firstRow') / 1000, 2), `≤ ${GOALS.firstRow}`],
      ['the same, CPU slowed 4× (s)', round(of(throttled, 'firstRow') / 1000, 2), `≤ ${GOALS.throttled}`],
      ['long tasks until then (ms)', Math.round(of(plain, 'longTasks')), ''],
      ['list to list, warm (s)', round(median(warm) / 1000, 2), `≤ ${GOALS.warm}`],
    ],
  }
}

type Load = { codeKib: number; requests: number; api: number; firstRow: number; longTasks: number }

async function coldLoad(
  browser: Browser,
  server: BenchServer,
  path: string,
  slowdown: number,
): Promise<Load> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const kinds = new Map<string, string>()
  let code = 0
  session.on('Network.responseReceived', ({ requestId, response }) => kinds.set(requestId, response.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (/\.(js|css)(\?|$)/.test(kinds.get(requestId) ?? '')) code += encodedDataLength
  })
  await page.addInitScript(observe)
  await page.goto(server.url + path)
  await page.locator('tbody td').first().waitFor()
  const firstRow = await page.evaluate(() => (window as unknown as Observed).firstRow)
  await page.waitForTimeout(1500)
  const longTasks = await page.evaluate(() => (window as unknown as Observed).longTasks)
  const urls = [...kinds.values()]
  await context.close()
  return {
    codeKib: code / 1024,
    requests: urls.length,
    api: urls.filter((url) => /\/v1\/|\/experimental\//.test(url)).length,
    firstRow,
    longTasks,
  }
}

type Observed = { firstRow: number; longTasks: number }

/** Runs in the page: notes when the first row with data is there, and sums up what blocks for more than 50 ms. */
function observe(): void {
  const noted = window as unknown as Observed
  noted.longTasks = 0
  new PerformanceObserver((list) => {
    if (!noted.firstRow) for (const entry of list.getEntries()) noted.longTasks += entry.duration
  }).observe({ type: 'longtask', buffered: true })
  const look = () => {
    if (document.querySelector('tbody tr:not([aria-hidden]) td')) noted.firstRow = performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

async function warmChange(browser: Browser, server: BenchServer, project: string): Promise<number> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  await page.goto(`${server.url}/projects/${project}/disks`)
  await page.getByRole('heading', { name: 'No disks' }).waitFor()
  await page.goto(`${server.url}/projects/${project}/instances`)
  await page.locator('tbody td').first().waitFor()
  await page.getByRole('link', { name: 'Disks' }).click()
  await page.getByRole('heading', { name: 'No disks' }).waitFor()
  await page.waitForTimeout(2500)
  const took = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now()
        const link = [...document.querySelectorAll<HTMLElement>('nav a')].find(
          (one) => one.textContent === 'Instances',
        )!
        link.click()
        const look = () =>
          document.querySelector('tbody tr:not([aria-hidden]) td')
            ? resolve(performance.now() - started)
            : requestAnimationFrame(look)
        look()
      }),
  )
  await context.close()
  return took
}

/** 10,000 instances lie in the project; the API gives them by pages, so that is what the list must bear. */
async function manyRows(browser: Browser, server: BenchServer, project: string): Promise<Section> {
  const context = await signedIn(browser, server)
  const page = await context.newPage()
  await page.goto(`${server.url}/projects/${project}/instances`)
  await page.locator('tbody td').first().waitFor()
  const updates = await repeat(() => rowUpdate(page, server, project))
  const next = await repeat(() => nextPage(page))
  await context.close()
  return {
    title: 'Console, 10,000 instances in one project',
    note: 'One row updated: from the answer of the API to the new state on the screen, pushed by the server.',
    columns: ['figure', 'median ms'],
    rows: [
      ['one row updated', Math.round(median(updates))],
      ['next page', Math.round(median(next))],
    ],
  }
}

async function rowUpdate(page: Page, server: BenchServer, project: string): Promise<number> {
  const name = 'instance-00000'
  const row = page.getByRole('row', { name: new RegExp(name) })
  const wantsStop = await row.getByText('running').isVisible()
  const response = await page.request.post(
    `${server.url}/v1/instances/${name}/${wantsStop ? 'stop' : 'start'}?project=${project}`,
  )
  if (!response.ok()) throw new Error(await response.text())
  const started = performance.now()
  await row.getByText(wantsStop ? 'stopping' : 'starting').waitFor()
  const took = performance.now() - started
  await row.getByText(wantsStop ? 'stopped' : 'running').waitFor()
  return took
}

async function nextPage(page: Page): Promise<number> {
  const first = await page.locator('tbody td').first().textContent()
  const started = performance.now()
  await page.getByRole('button', { name: 'next' }).click()
  await page.waitForFunction((before) => document.querySelector('tbody td')?.textContent !== before, first)
  return performance.now() - started
}

async function signedIn(browser: Browser, server: BenchServer): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const [name, value] = server.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: server.url }])
  return context
}

async function repeat<Result>(once: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let run = 0; run < RUNS; run++) results.push(await once())
  return results
}
