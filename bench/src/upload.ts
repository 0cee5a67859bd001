import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from '../../scripts/chromium.ts'
import { type Memory, watchMemory } from './browser-memory.ts'
import { signedIn } from './cold-load.ts'
import { median, round, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const RUNS = 5
/** Separate runs for memory: sampling stops the browser and takes about a twentieth of two cores. */
const MEMORY_RUNS = 3
const PORT = 8453
const BARE_PORT = 8454
const BARE_SERVER = fileURLToPath(new URL('bare-server.ts', import.meta.url))
const MiB = 2 ** 20
const SIZE = 2 ** 30

type Speed = {
  /** MiB per second, from the first sent chunk to the last answered one. */
  speed: number
  /** Seconds from the click to the image. */
  whole: number
}

type Watched = {
  before: Memory
  most: Memory
  server: { before: number; most: number }
}

/** Compares the upload of a gibibyte through the console's form with one plain POST of the same file, alternating. */
export async function measureUpload(): Promise<Section[]> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-bench-file-'))
  const file = randomFile(join(folder, 'random.raw'))
  const server = await startServer(PORT)
  const bare = spawn(process.execPath, [BARE_SERVER, String(BARE_PORT)])
  await once(bare.stdout, 'data')
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    const context = await signedIn(browser, server)
    await ask(server, 'POST', '/v1/projects', { name: 'bench', description: '' })
    const plain: number[] = []
    const ours: Speed[] = []
    const watched: Watched[] = []
    const load = [loadavg()[0]!]
    for (let run = 0; run < RUNS; run++) {
      plain.push(await plainPost(context, file))
      ours.push(await upload(context, server, file, timed))
      load.push(loadavg()[0]!)
    }
    for (let run = 0; run < MEMORY_RUNS; run++)
      watched.push(await upload(context, server, file, (page, send) => watch(browser, page, server, send)))
    return [report(plain, ours, watched, load)]
  } finally {
    await browser.close()
    bare.kill()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function randomFile(path: string): string {
  const file = openSync(path, 'w')
  const part = Buffer.alloc(16 * MiB)
  for (let at = 0; at < SIZE; at += part.length) writeSync(file, randomFillSync(part))
  closeSync(file)
  return path
}

/** @returns MiB a second. */
async function plainPost(context: BrowserContext, file: string): Promise<number> {
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${BARE_PORT}/`)
  await page.locator('input').setInputFiles(file)
  const milliseconds = await page.evaluate(async () => {
    const body = document.querySelector('input')!.files![0]!
    const began = performance.now()
    await fetch('/', { method: 'POST', body })
    return performance.now() - began
  })
  await page.close()
  return SIZE / MiB / (milliseconds / 1000)
}

/** @param measure receives functions to start the upload in the form, and to wait for the image. */
async function upload<Result>(
  context: BrowserContext,
  server: BenchServer,
  file: string,
  measure: (page: Page, send: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const page = await context.newPage()
  await page.addInitScript(() => performance.setResourceTimingBufferSize(10_000))
  await page.goto(`${server.url}/projects/bench/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('radio', { name: 'A file' }).check()
  await panel.getByRole('textbox', { name: 'Name' }).fill('random')
  await panel.getByRole('textbox', { name: 'OS' }).fill('none')
  await panel.getByRole('textbox', { name: 'Version' }).fill('1')
  await panel.getByLabel('Image file').setInputFiles(file)
  const measured = await measure(page, async () => {
    await panel.getByRole('button', { name: 'Upload image' }).click()
    const progress = page.getByRole('dialog', { name: 'Image upload progress' })
    await progress.getByRole('button', { name: 'Done', disabled: false }).waitFor({ timeout: 600_000 })
  })
  await page.close()
  await ask(server, 'DELETE', '/v1/images/random?project=bench')
  return measured
}

async function timed(page: Page, send: () => Promise<void>): Promise<Speed> {
  const began = performance.now()
  await send()
  const whole = (performance.now() - began) / 1000
  return { speed: SIZE / MiB / ((await timeOfPieces(page)) / 1000), whole }
}

async function watch(
  browser: Browser,
  page: Page,
  server: BenchServer,
  send: () => Promise<void>,
): Promise<Watched> {
  const memory = await watchMemory(browser, page)
  const residents = [server.residentMiB()]
  const timer = setInterval(() => residents.push(server.residentMiB()), 250)
  await send()
  clearInterval(timer)
  await memory.stop()
  const { before } = memory
  return { before, most: memory.peak(), server: { before: residents[0]!, most: Math.max(...residents) } }
}

/** Milliseconds from the first sent chunk to the last answered one. */
const timeOfPieces = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const pieces = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
      ({ name }) => name.includes('/blocks?'),
    )
    return (
      Math.max(...pieces.map(({ responseEnd }) => responseEnd)) -
      Math.min(...pieces.map(({ startTime }) => startTime))
    )
  })

async function ask(server: BenchServer, method: string, path: string, body?: unknown): Promise<void> {
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie: server.cookie, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
}

function report(plain: number[], ours: Speed[], watched: Watched[], load: number[]): Section {
  const ratios = ours.map(({ speed }, run) => (speed / plain[run]!) * 100)
  const of = (get: (one: Watched) => number) => Math.round(median(watched.map(get)))
  const range = (values: number[]) =>
    `${Math.round(median(values))} (${values.map((one) => Math.round(one)).join(', ')})`
  return {
    title: 'Upload of 1 GiB of random bytes through the form of the console',
    note: `Medians of ${RUNS} runs, each after a plain POST of the same file by the same browser to a Node server that reads and discards; browser and servers on the same two cores, which others used too (load averages ${load.map((one) => round(one)).join(', ')}). Speed is from the first piece to the last answer. Memory was watched in ${MEMORY_RUNS} more runs, since reading it takes time from the browser; that of the browser is the proportional set size of all its processes.`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ['plain POST (MiB/s)', range(plain), ''],
      ['upload (MiB/s)', range(ours.map(({ speed }) => speed)), ''],
      ['upload in % of the plain POST of the same run', range(ratios), '≥ 60'],
      ['from the press of the button to the image (s)', round(median(ours.map(({ whole }) => whole))), ''],
      [
        'heap of the page, before → most (MiB)',
        `${of((one) => one.before.heap)} → ${of((one) => one.most.heap)}`,
        'flat',
      ],
      [
        'memory of the browser, before → most (MiB)',
        `${of((one) => one.before.browser)} → ${of((one) => one.most.browser)}`,
        'flat',
      ],
      [
        'memory of the server, before → most (MiB)',
        `${of((one) => one.server.before)} → ${of((one) => one.server.most)}`,
        '',
      ],
    ],
  }
}
