import { BLOCK_MS, hourOf } from '@granary/control-plane/metrics/tiers.ts'
import type { Page } from '@playwright/test'
import { METRICS_SERVER_URL } from '../places.ts'
import { expect, instance, signIn, test, withoutPrefetch } from './fixtures.ts'
import { MetricHistory } from './metric-history.ts'
import { withOwnServer } from './own-server.ts'

const NAMES = ['busy', 'new', 'huge', 'unreadable'] as const
type Name = (typeof NAMES)[number]

const TITLE = 'CPU Utilization: Running'

test.use({ baseURL: METRICS_SERVER_URL })

/** Creates stopped instances, and returns the IDs that their series have. */
async function createInstances(page: Page) {
  const post = async (path: string, data: object): Promise<{ id: string }> => {
    const response = await page.request.post(path, { data })
    expect(response.status(), await response.text()).toBe(201)
    return response.json()
  }
  const me: { silo_id: string } = await (await page.request.get('/v1/me')).json()
  const project = await post('/v1/projects', { name: 'shop', description: '' })
  const machines = new Map<Name, { instance_id: string; project_id: string; silo_id: string }>()
  for (const name of NAMES) {
    const { id } = await post('/v1/instances?project=shop', instance(name, { start: false }))
    machines.set(name, { instance_id: id, project_id: project.id, silo_id: me.silo_id })
  }
  return (name: Name) => machines.get(name)!
}

const cpuOf = (name: Name) => `/projects/shop/instances/${name}/metrics/cpu`

test('shows what the server answers about the CPU of instances', async ({ browser }) => {
  await withOwnServer(
    METRICS_SERVER_URL,
    async (server) => {
      const context = await browser.newContext({ baseURL: METRICS_SERVER_URL })
      const page = await context.newPage()
      await signIn(page.request)
      await withoutPrefetch(context)
      const machineOf = await createInstances(page)
      await server.kill()
      const history = new MetricHistory(server.folder)
      await history.addHalfBusy(machineOf('busy'))
      await history.addHuge(machineOf('huge'))
      history.addUnreadable(machineOf('unreadable'))
      history.close()
      await server.start()
      await test.step('points by keyboard', () => walksPoints(page))
      await test.step('periods, states and the query', () => choosesPeriods(page))
      await test.step('zoom by pointer', () => zooms(page))
      await test.step('reasons for no chart', () => givesReasons(page))
      await context.close()
    },
    // Nothing else is stored, so the charts stay the same.
    ['--metrics-interval', '0'],
  )
})

async function walksPoints(page: Page): Promise<void> {
  // A period that does not follow the clock, so that points keep their places.
  const end = hourOf(Date.now()) - 30_000
  const time = (at: number) => new Date(at).toISOString()
  await page.goto(`/projects/shop/instances/busy/metrics?from=${time(end - BLOCK_MS)}&to=${time(end)}`)
  await expect(page).toHaveURL(/\/metrics\/cpu\?/)
  const figure = page.getByRole('figure', { name: TITLE })
  await expect(figure.locator('canvas')).toBeVisible()
  const points = figure.getByRole('slider')
  await points.focus()
  await page.keyboard.press('End')
  await expect(points).toHaveAttribute('aria-valuetext', new RegExp(`: ${TITLE} 50 %$`))
  const last = Number(await points.getAttribute('aria-valuenow'))
  await page.keyboard.press('ArrowLeft')
  await expect(points).toHaveAttribute('aria-valuenow', String(last - 1))
  await expect(points).toHaveAttribute('aria-valuetext', new RegExp(`: ${TITLE} 50 %$`))
  await page.keyboard.press('+')
  await expect(figure.getByRole('button', { name: 'Reset zoom' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(figure.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)
}

async function choosesPeriods(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose state' }).click()
  await page.getByRole('option', { name: 'All states' }).click()
  await expect(page.getByRole('figure')).toHaveCount(4)
  await page.getByRole('button', { name: 'Choose a time range preset' }).click()
  await page.getByRole('option', { name: 'Last 3 hours' }).click()
  await expect(page).toHaveURL(/state=all.*range=three-hours|range=three-hours.*state=all/)
  await page.reload()
  await expect(page.getByRole('figure')).toHaveCount(4)
  await page.getByRole('button', { name: `${TITLE} actions` }).click()
  await page.getByRole('menuitem', { name: 'View OxQL query' }).click()
  const dialog = page.getByRole('dialog', { name: 'OxQL query' })
  await expect(dialog).toContainText('get virtual_machine:vcpu_usage')
  await expect(dialog).toContainText('mean_within(180s)')
}

async function zooms(page: Page): Promise<void> {
  await page.goto(`${cpuOf('busy')}?state=all`)
  await expect(page.getByRole('figure')).toHaveCount(4)
  const figure = page.getByRole('figure', { name: TITLE })
  // It lies over the canvas and takes the pointer.
  const plot = figure.locator('.u-over')
  await plot.hover()
  await expect(figure.getByRole('tooltip')).toContainText('50 %')
  // The other charts show the cursor at the same time.
  const other = page.getByRole('figure', { name: 'CPU Utilization: Idle' }).locator('.u-cursor-x')
  await expect(other).toBeVisible()
  const box = (await plot.boundingBox())!
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 3 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(4)
  // The address keeps the zoomed period, also in another window.
  await expect(page).toHaveURL(/zoom=/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(4)
  await figure.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)
  await expect(page).not.toHaveURL(/zoom=/)
  await plot.hover()
  await expect(other).toBeVisible()
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(other).toBeHidden()
}

async function givesReasons(page: Page): Promise<void> {
  await page.goto(cpuOf('huge'))
  await expect(page.getByText('Too many points')).toBeVisible()
  await page.goto(cpuOf('unreadable'))
  await expect(page.getByText('Something went wrong')).toBeVisible()
  await page.goto(cpuOf('new'))
  await expect(page.getByText('The instance is stopped.')).toBeVisible()
  for (const [tab, metrics] of [
    ['Disk', 'disk'],
    ['Network', 'network'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { name: `No ${metrics} metrics available` })).toBeVisible()
  }
}
