import type { Locator, Page } from '@playwright/test'
import { expect, expectGone, instance, test } from './fixtures.ts'

const act = async (page: Page, row: Locator, action: string) => {
  await row.getByRole('button', { name: 'Row actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('shows the whole port range of an SNAT IP at every width', async ({ page, make, project }) => {
  const network_interfaces = { type: 'default_dual_stack' }
  await make(`/v1/instances?project=${project}`, instance('shared', { start: false, network_interfaces }))
  await page.goto(`/projects/${project}/instances/shared/networking`)
  const cell = page.getByRole('table', { name: 'External IPs' }).getByRole('cell', { name: /\d–\d/ })
  for (const width of [1440, 1024, 420]) {
    await page.setViewportSize({ width, height: 800 })
    const hidden = await cell.evaluate((one) => one.scrollWidth - one.clientWidth)
    expect(hidden, `pixels of the range that are cut at ${width}`).toBe(0)
  }
})

test('adds an interface and addresses to an instance, and removes them', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('netted', { start: false }))
  await make(`/v1/floating-ips?project=${project}`, {
    name: 'front',
    description: 'For customers',
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  await page.goto(`/projects/${project}/instances/netted/networking`)
  await expect(page.getByText('stopped').first()).toBeVisible()
  const ips = page.getByRole('table', { name: 'External IPs' })
  const nics = page.getByRole('table', { name: 'Network interfaces' })
  const attachEphemeral = page.getByRole('button', { name: 'Attach ephemeral IP' })
  await expect(attachEphemeral).toHaveAccessibleDescription('Instance has no network interfaces')
  await expect(page.getByText('No network interfaces', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Add network interface' }).click()
  const panel = page.getByRole('dialog', { name: 'Add network interface' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('outward')
  await panel.getByRole('button', { name: 'VPC subnet' }).click()
  await page.getByRole('option', { name: 'default' }).click()
  await panel.getByRole('radio', { name: 'IPv4', exact: true }).check()
  await panel.getByRole('button', { name: 'Add network interface' }).click()
  const nic = nics.getByRole('row', { name: /outward/ })
  await expect(nic).toContainText('primary')
  // A closing dialog returns the focus, which would close a menu that is just opening.
  await expect(page.getByRole('button', { name: 'Add network interface' })).toBeFocused()

  await act(page, nic, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit network interface' })
  const transit = edit.getByRole('textbox', { name: /^Transit IPs/ })
  await transit.fill('fd00:96::/64')
  await transit.press('Enter')
  await expect(edit.getByText('IPv6 transit IP not supported by this network interface')).toBeVisible()
  await transit.fill('10.96.0.0/16')
  await transit.press('Enter')
  await edit.getByRole('button', { name: 'Update network interface' }).click()
  await expect(nic).toContainText('10.96.0.0/16')

  await page.getByRole('button', { name: 'Attach floating IP' }).click()
  const floating = page.getByRole('dialog', { name: 'Attach floating IP' })
  await floating.getByRole('button', { name: 'Floating IP', exact: true }).click()
  await page.getByRole('option', { name: 'front' }).click()
  await floating.getByRole('button', { name: 'Attach floating IP' }).click()
  await expect(ips.getByRole('row', { name: /front/ })).toContainText('floating')

  await attachEphemeral.click()
  const ephemeral = page.getByRole('dialog', { name: 'Attach ephemeral IP' })
  // The only default pool of the interface's address family is selected already.
  await expect(ephemeral.getByRole('button', { name: 'Pool', exact: true })).toContainText('default-v4')
  await ephemeral.getByRole('button', { name: 'Attach', exact: true }).click()
  await expect(ephemeral).toBeHidden()
  await expect(ips.getByRole('row', { name: /ephemeral/ })).toContainText('v4')
  await expect(attachEphemeral).toHaveAccessibleDescription('Instance already has an ephemeral IP')

  for (const address of [/front/, /ephemeral/]) {
    await act(page, ips.getByRole('row', { name: address }), 'Detach')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expectGone(ips.getByRole('row', { name: address }))
  }
  await act(page, nic, 'Delete')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No network interfaces', { exact: true })).toBeVisible()
})
