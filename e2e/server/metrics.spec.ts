import type { Page, Request } from '@playwright/test'
import { expect, instance, test } from './fixtures.ts'

const POINTS = 62

/** Answers queries with a ramp from 0 to 61 % of one virtual CPU, but refuses those for idle time. */
async function answerQueries(page: Page): Promise<string[]> {
  const queries: string[] = []
  await page.route('**/v1/timeseries/query?*', async (route, request: Request) => {
    const { query } = request.postDataJSON() as { query: string }
    queries.push(query)
    if (query.includes('"idle"'))
      return route.fulfill({ status: 503, json: { request_id: 'r', message: 'down' } })
    const end = Date.parse(`${/timestamp < @(\S+)/.exec(query)![1]!}Z`)
    const timestamps = Array.from({ length: POINTS }, (_, at) =>
      new Date(end - (POINTS - 1 - at) * 60_000).toISOString(),
    )
    const values = timestamps.map((_, at) => at * 5e7)
    const points = {
      start_times: null,
      timestamps,
      values: [{ metric_type: 'gauge', values: { type: 'double', values } }],
    }
    return route.fulfill({ json: { tables: [{ name: 't', timeseries: [{ fields: {}, points }] }] } })
  })
  return queries
}

test('shows charts of an instance, walks their points by keyboard, and keeps the choice in the address', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('busy', { start: false }))
  const queries = await answerQueries(page)
  await page.goto(`/projects/${project}/instances/busy/metrics`)
  await expect(page).toHaveURL(/\/metrics\/cpu$/)
  const title = 'CPU Utilization: Running'
  const figure = page.getByRole('figure', { name: title })
  await expect(figure.locator('canvas')).toBeVisible()
  const points = figure.getByRole('slider')
  await points.focus()
  await page.keyboard.press('End')
  await expect(points).toHaveAttribute('aria-valuetext', new RegExp(`: ${title} 61 %$`))
  await page.keyboard.press('ArrowLeft')
  await expect(points).toHaveAttribute('aria-valuetext', new RegExp(`: ${title} 60 %$`))
  await page.keyboard.press('+')
  await expect(figure.getByRole('button', { name: 'Reset zoom' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(figure.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Choose state' }).click()
  await page.getByRole('option', { name: 'All states' }).click()
  await expect(page.getByRole('figure')).toHaveCount(3)
  await expect(page.getByText('Something went wrong')).toHaveCount(1)
  await page.getByRole('button', { name: 'Choose a time range preset' }).click()
  await page.getByRole('option', { name: 'Last 3 hours' }).click()
  await expect(page).toHaveURL(/state=all.*range=three-hours|range=three-hours.*state=all/)
  await expect.poll(() => queries.at(-1)).toContain('mean_within(180s)')
  await page.reload()
  await expect(page.getByRole('figure')).toHaveCount(3)

  await page.getByRole('button', { name: `${title} actions` }).click()
  await page.getByRole('menuitem', { name: 'View OxQL query' }).click()
  await expect(page.getByRole('dialog', { name: 'OxQL query' })).toContainText(
    'get virtual_machine:vcpu_usage',
  )
})

test('zooms all charts of a page by a drag, and shows the values under the pointer', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('busy', { start: false }))
  await answerQueries(page)
  await page.goto(`/projects/${project}/instances/busy/metrics/cpu?state=all`)
  const figure = page.getByRole('figure', { name: 'CPU Utilization: Running' })
  // It lies over the canvas and takes the pointer.
  const plot = figure.locator('.u-over')
  await plot.hover()
  await expect(figure.getByRole('tooltip')).toContainText(/\d %/)
  const box = (await plot.boundingBox())!
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.2, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, y, { steps: 3 })
  await page.mouse.up()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(3)
  await figure.getByRole('button', { name: 'Reset zoom' }).click()
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toHaveCount(0)
})

test('shows no data for a stopped instance, and which tabs lack a resource', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('busy', { start: false }))
  await page.goto(`/projects/${project}/instances/busy/metrics/cpu`)
  await expect(page.getByText('The instance is stopped.')).toBeVisible()
  for (const [tab, metrics] of [
    ['Disk', 'disk'],
    ['Network', 'network'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click()
    await expect(page.getByRole('heading', { name: `No ${metrics} metrics available` })).toBeVisible()
  }
})
