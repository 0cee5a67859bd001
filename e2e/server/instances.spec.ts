import { expect, instance, test } from './fixtures.ts'

test('stops, resizes, starts and deletes an instance from its row', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('one'))
  await page.goto(`/projects/${project}/instances`)
  const row = page.getByRole('row', { name: /(^| )one / })
  await expect(row.getByText('running')).toBeVisible()
  const menu = async (item: string) => {
    await row.getByRole('button', { name: 'Row actions' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await menu('Stop')
  await page.getByRole('dialog', { name: 'Stop instance' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByTestId('Toasts')).toContainText('Stopping instance one')
  await expect(row.getByText('stopped')).toBeVisible()
  await menu('Resize')
  const resize = page.getByRole('dialog', { name: 'Resize instance' })
  await resize.getByRole('textbox', { name: 'vCPUs' }).fill('3')
  await resize.getByRole('button', { name: 'Resize' }).click()
  await expect(row.getByText('3 vCPUs')).toBeVisible()
  await menu('Start')
  await page.getByRole('dialog', { name: 'Start instance' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(row.getByText('running')).toBeVisible()
  await page.request.post(`/v1/instances/one/stop?project=${project}`)
  await expect(row.getByText('stopped')).toBeVisible()
  await menu('Delete')
  await page.getByRole('dialog', { name: 'Delete instance' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
})

test('shows changes made elsewhere without a reload, also after a lost connection', async ({
  page,
  context,
  make,
  project,
}) => {
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
  await make(`/v1/instances?project=${project}`, instance('elsewhere', { start: false }))
  await expect(page.getByRole('row', { name: /elsewhere/ })).toBeVisible()
  await context.route('**/experimental/v1/events**', (route) => route.abort())
  await page.reload()
  await expect(page.getByText(/Reconnecting/)).toBeVisible()
  await context.unroute('**/experimental/v1/events**')
  // Ends the wait for the next attempt, which grows with each one that fails.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('Live')).toBeVisible()
  await make(`/v1/instances?project=${project}`, instance('meanwhile', { start: false }))
  await expect(page.getByRole('row', { name: /meanwhile/ })).toBeVisible()
})

test('keeps filters by name and state in the URL', async ({ page, make, project }) => {
  for (const name of ['alpha', 'beta', 'alphabet'])
    await make(`/v1/instances?project=${project}`, instance(name, { start: false }))
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('row')).toHaveCount(4)
  await page.keyboard.press('/')
  await page.keyboard.type('alph')
  await expect(page).toHaveURL(/name=alph/)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('button', { name: 'State' }).click()
  await page.getByRole('menuitem', { name: 'failed' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).last().click()
  await expect(page.getByRole('row')).toHaveCount(4)
})

test('pages through a list', async ({ page, make, project }) => {
  await Promise.all(
    Array.from({ length: 28 }, (_, n) =>
      make(`/v1/disks?project=${project}`, {
        name: `disk-${String(n).padStart(3, '0')}`,
        description: '',
        size: 2 ** 30,
        disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
      }),
    ),
  )
  await page.goto(`/projects/${project}/disks?size=25`)
  await expect(page.getByRole('row')).toHaveCount(26)
  await page.getByRole('button', { name: 'next' }).click()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByText('disk-027')).toBeVisible()
  await page.getByRole('button', { name: 'prev' }).click()
  await expect(page.getByText('disk-000')).toBeVisible()
})

test('finds instances of other pages in the quick actions', async ({ page, project, make }) => {
  const names = Array.from({ length: 27 }, (_, at) => `web-${String(at).padStart(2, '0')}`)
  for (const name of names) await make(`/v1/instances?project=${project}`, instance(name, { start: false }))
  await page.goto(`/projects/${project}/instances?size=25`)
  await expect(page.getByRole('link', { name: 'web-24' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'web-26' })).toHaveCount(0)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('web-26')
  await expect(page.getByRole('option', { name: 'web-26', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'web-26' })).toBeVisible()
})
