import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { Browser } from '@playwright/test'
import { coldLoad, signedIn } from './cold-load.ts'
import { typeInto } from './in-page.ts'
import { median, repeat, round, type Section } from './report.ts'
import type { BenchServer } from './running-server.ts'

const RUNS = 7
const DISKS = 1_010
const CPU_SLOWDOWN = 4
/** Text that is typed and deleted, key by key. */
const FILTER_TEXT = 'disk-0100'

/** Inserts many disks into a project, bypassing the API, while no server runs on the data folder. */
export function fillDisks(data: string, project: string): void {
  const database = new DatabaseSync(`${data}/granary.sqlite`)
  const { id } = database.prepare('select id from project where name = ?').get(project) as { id: string }
  const disk = database.prepare(
    `insert into disk (id, name, description, time_created, time_modified, project_id, size, block_size, disk_type,
      read_only, source, state) values (?, ?, '', ?, ?, ?, 1073741824, 512, 'distributed', 0, 'blank', 'detached')`,
  )
  const time = new Date().toISOString()
  database.exec('begin')
  for (let n = 0; n < DISKS; n++) disk.run(randomUUID(), `disk-${String(n).padStart(4, '0')}`, time, time, id)
  database.exec('commit')
  database.close()
}

/** Measures the disk list of a project with more disks than one page, and the disk picker of a form. */
export async function measureManyDisks(
  browser: Browser,
  server: BenchServer,
  project: string,
): Promise<Section> {
  const list = `/projects/${project}/disks`
  const plain = await repeat(RUNS, () => coldLoad(browser, server, list, 1))
  const slow = await repeat(RUNS, () => coldLoad(browser, server, list, CPU_SLOWDOWN))
  const keys = async (slowdown: number) => {
    const context = await signedIn(browser, server)
    const page = await context.newPage()
    await page.goto(`${server.url}/projects/${project}/snapshots-new`)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.getByRole('combobox', { name: 'Disk' }).click()
    await page.getByRole('option', { name: /disk-0000/ }).waitFor()
    const took = await page.evaluate(typeInto, FILTER_TEXT)
    await context.close()
    return median(took)
  }
  const typed = await repeat(RUNS, () => keys(1))
  const typedSlowly = await repeat(RUNS, () => keys(CPU_SLOWDOWN))
  const first = (runs: typeof plain) => round(median(runs.map((run) => run.firstRow)) / 1000, 2)
  return {
    title: `Console, ${DISKS} disks in one project`,
    note: `Medians of ${RUNS} runs. The picker is that of a new snapshot: all disks are in it, and each key that is typed or taken back filters them; from the key to the frame after the options have changed.`,
    columns: ['figure', 'measured', 'goal'],
    rows: [
      ['disk list, navigation to first row painted (s)', first(plain), '≤ 0.67'],
      ['the same, CPU slowed 4× (s)', first(slow), '≤ 1.84'],
      ['a key in the picker (ms)', Math.round(median(typed)), '≤ 33'],
      ['the same, CPU slowed 4× (ms)', Math.round(median(typedSlowly)), '≤ 100'],
    ],
  }
}
