import { expectNoViolation } from './axe.ts'
import { expect, instance, test } from './fixtures.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('keeps the project in view on a phone', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances-new`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(crumbs.getByRole('link', { name: project })).toBeInViewport()
  await expect(crumbs.getByRole('link', { name: 'New instance' })).toBeInViewport()
  await expect(crumbs.getByRole('link', { name: 'Projects' })).toBeHidden()
})

test('scrolls the selected tab into view on a phone', async ({ page }) => {
  await page.goto('/system/silos/main/certificates')
  await expect(page.getByRole('tab', { name: 'Certificates' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('tab', { name: 'Identity Providers' })).not.toBeInViewport({ ratio: 1 })
})

test('shows whole addresses of an instance on a phone, each on lines of its own', async ({
  page,
  make,
  project,
}) => {
  const nics = { type: 'default_dual_stack' }
  await make(`/v1/instances?project=${project}`, instance('web', { network_interfaces: nics, start: false }))
  const long = 'fd27:ca33:d5f6:1234:5678:9abc:def0:1234'
  await page.route(/\/v1\/network-interfaces\?/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll(/"fd[0-9a-f:]+::\d+"/g, `"${long}"`)
    await route.fulfill({ response, body })
  })
  await page.goto(`/projects/${project}/instances/web/storage`)
  await page.getByRole('button', { name: 'Show all properties' }).click()
  const copy = page.getByText(long).locator('..').getByRole('button', { name: 'Click to copy' })
  await expect(copy).toBeInViewport({ ratio: 1 })
  const facts = page.getByLabel('Properties table')
  expect(await facts.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  await expect(facts.getByText('/', { exact: true }).first()).toBeHidden()
})

test('keeps the menu of an instance beside another button', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('web'))
  for (const width of [360, 375, 390, 420]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/projects/${project}/instances/web/storage`)
    const main = page.getByRole('main')
    const menu = await main.getByRole('button', { name: 'Instance actions' }).boundingBox()
    const stop = await main.getByRole('button', { name: 'Stop', exact: true }).boundingBox()
    expect(Math.abs(menu!.y - stop!.y), `at ${width}`).toBeLessThan(8)
  }
})

test('does not cut a name for the badge beside it', async ({ page, make, project }) => {
  const name = 'orders-of-2026'
  await make(`/v1/disks?project=${project}`, {
    name,
    description: '',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
  })
  await make(`/experimental/v1/disks/${name}/protect?project=${project}`)
  await page.goto(`/projects/${project}/disks`)
  const link = page.getByRole('link', { name })
  await expect(page.getByRole('row', { name }).getByText('Protected')).toBeVisible()
  expect(await link.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
})

test('lets the keyboard scroll a table without links on a phone', async ({ page }) => {
  await page.goto('/utilization')
  const table = page.getByRole('group', { name: 'When it runs out' })
  await table.focus()
  // The browser may drop a scroll that it animates when data arrives. The box must keep the focus, so that the next key counts.
  const press = async () => {
    await page.keyboard.press('ArrowRight')
    return table.evaluate((one) => one.scrollLeft)
  }
  await expect.poll(press).toBeGreaterThan(0)
  await expect(table).toBeFocused()
  await expectNoViolation(page, '/utilization', 'every rule')
})

test('long names leave room for the other breadcrumbs and cells', async ({ page, make, project }) => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const long = (kind: string) => `${kind}-${'x'.repeat(62 - kind.length)}`
  const vpc = await make(`/v1/vpcs?project=${project}`, {
    name: long('vpc'),
    description: '',
    dns_name: 'long',
  })
  await page.goto(`/projects/${project}/vpcs/${vpc.name}/routers/system`)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link')
  await expect(crumbs).toHaveText(['Projects', project, 'VPCs', vpc.name, 'Routers', 'system', 'Routes'])
  const cut = await crumbs.evaluateAll((links) =>
    links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent),
  )
  expect(cut).toContain(vpc.name)
  for (const label of ['Projects', 'VPCs', 'Routers', 'system', 'Routes']) expect(cut).not.toContain(label)

  const web = await make(
    `/v1/instances?project=${project}`,
    instance(long('web'), { hostname: 'web', start: false }),
  )
  const group = await make(`/v1/anti-affinity-groups?project=${project}`, {
    name: 'apart',
    description: '',
    policy: 'allow',
    failure_domain: 'sled',
  })
  await make(`/v1/anti-affinity-groups/${group.id}/members/instance/${web.id}`)
  await page.goto(`/projects/${project}/affinity/apart`)
  const name = page.getByRole('table', { name: 'Members' }).getByRole('link', { name: web.name })
  await expect(name).toBeVisible()
  const cell = await name.locator('xpath=ancestor::td').boundingBox()
  const link = await name.boundingBox()
  expect(link!.x + link!.width).toBeLessThanOrEqual(cell!.x + cell!.width)
})
