import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, instance, test } from './fixtures.ts'

const PROVISIONED = 'get collection_target:cpus_provisioned | filter timestamp > @now() - 1h'

const editor = (page: Page) => page.getByRole('textbox', { name: 'Query' })

/** Waits for the answer to the query in the URL. */
const answered = (page: Page) => expect(page.getByRole('button', { name: 'Download CSV' })).toBeVisible()

test('an operator completes a query by keyboard, runs it, and shares and repeats it', async ({
  page,
  make,
  project,
}) => {
  // A change of the provisioned CPUs is a point at once.
  await make(`/v1/instances?project=${project}`, instance('one'))
  await page.goto('/system/metrics')
  await expect(page).toHaveTitle('Metrics / Granary Console')
  await editor(page).pressSequentially('get cpus')
  await expect(page.getByRole('option', { name: /collection_target:cpus_provisioned/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(editor(page)).toHaveValue('get collection_target:cpus_provisioned ')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(editor(page)).toHaveValue('get cpus')
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(editor(page)).toHaveValue('get collection_target:cpus_provisioned ')
  await editor(page).pressSequentially('| filter timestamp > @now() - 1h')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await answered(page)
  await expect(page).toHaveURL(/\/system\/metrics\?q=get/)
  await expect(page.getByRole('figure', { name: 'collection_target:cpus_provisioned' })).toBeVisible()
  await page.getByRole('tab', { name: 'Table' }).click()
  await expect(page).toHaveURL(/tab=table/)
  const table = page.getByRole('table', { name: 'collection_target:cpus_provisioned' })
  await expect(table.getByRole('columnheader')).toHaveText(['Time', 'cpus_provisioned (count)', 'id'])

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv).toMatch(
    /^\uFEFFtable,start_time,timestamp,id,cpus_provisioned\r\ncollection_target:cpus_provisioned,,/,
  )

  await page.reload()
  await answered(page)
  await expect(editor(page)).toHaveValue(PROVISIONED)
  await expect(table).toBeVisible()

  await editor(page).fill(`${PROVISIONED} | last 1`)
  await page.getByRole('button', { name: 'Run query' }).click()
  await expect(page).toHaveURL(/last/)
  await page.goBack()
  await expect(editor(page)).toHaveValue(PROVISIONED)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'Query history' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await history.getByRole('textbox', { name: 'Filter queries' }).fill('last')
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await history.getByRole('button', { name: /last 1/ }).click()
  await expect(editor(page)).toHaveValue(`${PROVISIONED} | last 1`)
  await answered(page)
})

test('says a mistake before it sends the query, and what the server refuses', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('one'))
  await page.goto('/system/metrics')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().endsWith('/timeseries/query'))))
  await editor(page).fill('get virtual_disk:reads | filter disc_id == "a"')
  await page.keyboard.press('Escape')
  await expect(
    page.getByText(/^Line 1, column 33: the table virtual_disk:reads has no field "disc_id"/),
  ).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await expect(editor(page)).toBeFocused()
  expect(sent).toBe(0)

  await editor(page).fill(
    'get collection_target:ram_provisioned | filter timestamp > @now() - 1h | align mean_within(1ms)',
  )
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Too many points')
  await editor(page).fill('get virtual_disk:io_size | filter timestamp > @now() - 1h')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { name: 'No data' })).toBeVisible()
})

test('opens the query of a chart in the project', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('idle', { start: false }))
  await page.goto(`/projects/${project}/instances/idle/metrics/cpu`)
  await page.getByRole('button', { name: 'CPU Utilization: Running actions' }).click()
  await page.getByRole('menuitem', { name: 'View OxQL query' }).click()
  await page.getByRole('link', { name: 'Open in metrics' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/metrics\\?q=`))
  await expect(editor(page)).toHaveValue(/^get virtual_machine:vcpu_usage\n {2}\| filter timestamp >= @/)
  await expect(page.getByRole('heading', { name: 'No data' })).toBeVisible()
  await page.getByRole('button', { name: 'Examples' }).click()
  await page.getByRole('menuitem', { name: 'Bytes read from each disk' }).click()
  await expect(editor(page)).toHaveValue(/^get virtual_disk:bytes_read/)
  await expect(page.getByRole('heading', { name: 'No data' })).toBeVisible()
})
