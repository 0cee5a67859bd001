import { loadavg } from 'node:os'
import { type Browser, chromium } from '@playwright/test'
import { ensureChromium } from '../../scripts/chromium.ts'
import { signedIn } from './cold-load.ts'
import { observe, type Observed, paintedAfterClick } from './in-page.ts'
import { fill } from './fill.ts'
import { median, repeat, type Section } from './report.ts'
import { type BenchServer, startServer } from './running-server.ts'

const PORT = 8463
const RUNS = 7
/** Longer than a page loads without interaction. */
const SETTLED = 1500
/** Longer than what a page still does after its content is there; milliseconds. */
const BETWEEN = 600

/** What to click, and the element with a text that then is there. */
type Click = [target: string, selector: string, text: string]

/** How long a hand's pointer is on a link before it presses, at the least; milliseconds. */
const APPROACH = 100

/** Milliseconds. `nothing`: after a click that changes nothing, which is what the measure itself takes. */
type Visits = Record<
  'blocking' | 'createPage' | 'disks' | 'disksByHand' | 'disksAgain' | 'instancesAgain' | 'nothing',
  number
>

/** Draws frames as soon as they are ready, so that a figure is the work alone and not also the wait for the next sixtieth of a second. */
const FRAMES_AT_ONCE = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

/** Measures pages that are opened for the first time, from the list of instances of a project without disks. */
export async function measureFirstVisits(): Promise<Section[]> {
  const empty = await startServer(PORT)
  await empty.stop(true)
  const [project] = fill(empty.data, [50]) as [string]
  const server = await startServer(PORT, empty.data)
  const runs = async (slowdown: number, flags: string[] = []) => {
    const args = ['--no-sandbox', ...flags]
    const browser = await chromium.launch({ executablePath: ensureChromium(), args })
    try {
      // The first visits warm up browser and server, and are not measured.
      await firstVisits(browser, server, project, 1)
      return await repeat(RUNS, () => firstVisits(browser, server, project, slowdown))
    } finally {
      await browser.close()
    }
  }
  try {
    return [toSection([await runs(1), await runs(1, FRAMES_AT_ONCE), await runs(4)])]
  } finally {
    await server.stop()
  }
}

/** @param sets the runs of each column. */
function toSection(sets: Visits[][]): Section {
  const row = (figure: string, key: keyof Visits) => [
    figure,
    ...sets.map((runs) => Math.round(median(runs.map((run) => run[key])))),
  ]
  return {
    title: 'Console, first visits from the list of 50 instances',
    note: `Medians of ${RUNS} runs in Chromium, server on the same machine, nothing cached; from the click to the frame after the content, so that some of it is the measure itself: after a click that changes something it is at least one frame of 17 ms and what is left of the one before. In the second column frames are drawn as soon as they are ready, so that its figures are the work alone. The pointer jumps to a link and presses within 10 ms, but in one row it rests there first, as that of a hand. Blocking time is what tasks take beyond 50 ms each, from the navigation until ${SETTLED} ms after the first row. Other programs used the machine too: its load average was ${loadavg()[0]!.toFixed(1)}.`,
    columns: ['figure', 'ms', 'ms of work', 'CPU slowed 4×, ms'],
    rows: [
      row('blocking time of the cold load', 'blocking'),
      row('create page of an instance', 'createPage'),
      row('list of disks', 'disks'),
      row(`the same, ${APPROACH} ms after the pointer came to its link`, 'disksByHand'),
      row('list of disks again', 'disksAgain'),
      row('list of 50 instances again', 'instancesAgain'),
      row('nothing: the measure itself', 'nothing'),
    ],
  }
}

/** Opens both pages, each from a list that was just loaded. @param slowdown of the CPU. */
async function firstVisits(
  browser: Browser,
  server: BenchServer,
  project: string,
  slowdown: number,
): Promise<Visits> {
  const visit = async (approach: number, ...clicks: readonly Click[]) => {
    const context = await signedIn(browser, server)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    if (slowdown > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.addInitScript(observe)
    await page.goto(`${server.url}/projects/${project}/instances`)
    await page.waitForFunction(() => (window as unknown as Observed).firstRow)
    await page.waitForTimeout(SETTLED)
    const blocking = await page.evaluate(() => (window as unknown as Observed).blocking)
    const took: number[] = []
    for (const [target, ...content] of clicks) {
      const painted = page.evaluate(paintedAfterClick, content)
      const link = page.locator(target).first()
      if (approach > 0) await link.hover()
      await page.waitForTimeout(approach)
      await link.click()
      took.push(await painted)
      await page.waitForTimeout(BETWEEN)
    }
    await context.close()
    return { took, blocking }
  }
  const { took, blocking } = await visit(0, ['a[href$="/instances-new"]', 'main form', 'Boot disk'])
  const toDisks: Click = ['nav a[href$="/disks"]', 'main :is(h1, h2, h3, h4)', 'No disks']
  const toInstances: Click = ['nav a[href$="/instances"]', 'main h1', 'Instances']
  const lists = await visit(0, toDisks, toInstances, toDisks, ['main h1', 'main h1', 'Disks'])
  const byHand = await visit(APPROACH, toDisks)
  const [disks, instancesAgain, disksAgain, nothing] = lists.took as [number, number, number, number]
  return {
    createPage: took[0]!,
    disks,
    disksByHand: byHand.took[0]!,
    disksAgain,
    instancesAgain,
    nothing,
    blocking,
  }
}
