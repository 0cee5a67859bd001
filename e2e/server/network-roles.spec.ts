import type { Locator, Page } from '@playwright/test'
import { expect, instance, pressEnter } from './fixtures.ts'
import { linkedBlocks, untilMade } from './network-fixtures.ts'
import { test } from './project-people.ts'

/** Opens the menu of a row, checks which of its actions are disabled, and closes it. */
async function expectDisabled(page: Page, row: Locator, actions: string[]): Promise<void> {
  await pressEnter(row.getByRole('button', { name: 'Row actions' }))
  const menu = page.getByRole('menu')
  for (const name of actions) await expect(menu.getByRole('menuitem', { name, exact: true })).toBeDisabled()
  await expect(menu.getByRole('menuitem', { name: 'Copy ID' })).toBeEnabled()
  await page.keyboard.press('Escape')
}

test('a viewer sees the networks of a project, and can change none of them', async ({
  page: admin,
  make,
  project,
  person,
}) => {
  const { pool } = await linkedBlocks(make)
  const nics = { network_interfaces: { type: 'default_dual_stack' }, start: false }
  await make(`/v1/instances?project=${project}`, instance('web', nics))
  await untilMade(admin, project, 'web')
  const allocator = { type: 'auto', prefix_length: 28, pool_selector: { type: 'explicit', pool } }
  const subnet = await make(`/v1/external-subnets?project=${project}`, {
    name: 'lan',
    description: '',
    allocator,
  })
  const web = await (await admin.request.get(`/v1/instances/web?project=${project}`)).json()
  await make(`/v1/external-subnets/${subnet.id}/attach`, { instance: web.id })
  await make(`/v1/floating-ips?project=${project}`, {
    name: 'front',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  const { page, become } = await person('viewer')
  const create = (name: string) => page.getByRole('button', { name, exact: true }).first()
  // Only users who may change a row can select it.
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${name}`) })

  await page.goto(`/projects/${project}/external-subnets`)
  await expect(row('lan').getByRole('link', { name: 'web' })).toBeVisible()
  await expect(row('lan')).toContainText(pool)
  await expect(create('New External Subnet')).toBeDisabled()
  await expectDisabled(page, row('lan'), ['Detach', 'Delete'])
  await page.goto(`/projects/${project}/external-subnets-new`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByRole('button', { name: 'Create external subnet' })).toBeDisabled()

  await page.goto(`/projects/${project}/floating-ips`)
  await expect(row('front')).toContainText('default-v4')
  await expect(create('New Floating IP')).toBeDisabled()
  await expectDisabled(page, row('front'), ['Attach', 'Delete'])

  await page.goto(`/projects/${project}/vpcs`)
  await expect(create('New VPC')).toBeDisabled()
  await expectDisabled(page, row('default'), ['Delete'])
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await expect(row('allow-ssh')).toBeVisible()
  await expect(create('New rule')).toBeDisabled()
  await expectDisabled(page, row('allow-ssh'), ['Delete'])
  await page.goto(`/projects/${project}/vpcs/default/subnets`)
  await expect(create('New VPC subnet')).toBeDisabled()
  await page.goto(`/projects/${project}/vpcs/default/routers`)
  await expect(create('New router')).toBeDisabled()

  await page.goto(`/projects/${project}/instances/web/networking`)
  await expect(create('Attach external subnet')).toBeDisabled()
  const card = page.getByRole('table', { name: 'External subnets' })
  await expectDisabled(page, card.getByRole('row', { name: /^lan/ }), ['Detach'])

  // With this role, addresses can be changed, but no VPC.
  await become('limited_collaborator')
  await page.goto(`/projects/${project}/external-subnets`)
  await expect(page.getByRole('link', { name: 'New External Subnet' }).first()).toBeVisible()
  await page.goto(`/projects/${project}/vpcs`)
  await expect(create('New VPC')).toBeDisabled()
})
