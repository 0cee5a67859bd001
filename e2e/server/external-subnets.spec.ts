import type { Page } from '@playwright/test'
import { expect, expectGone, instance } from './fixtures.ts'
import { act, choose, linkedBlocks, untilMade } from './network-fixtures.ts'
import { test } from './silo-fixtures.ts'

const newSubnet = async (page: Page, name: string) => {
  await page.getByRole('link', { name: 'New External Subnet' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create external subnet' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  return { form, send: () => form.getByRole('button', { name: 'Create external subnet' }).click() }
}

test('creates external subnets, automatic and explicit, edits one and deletes it', async ({
  page,
  make,
  project,
}) => {
  const { pool, subnet, blocks } = await linkedBlocks(make)
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'External Subnets' }).click()
  await expect(page.getByText('No external subnets')).toBeVisible()
  const auto = await newSubnet(page, 'first')
  await choose(page, auto.form, 'Subnet pool', new RegExp(`^${pool}`))
  const length = auto.form.getByRole('textbox', { name: /^Prefix length/ })
  // Its pool has subnets of /26 to /30.
  await expect(length).toHaveValue('26')
  await expect(auto.form.getByText('This pool has /26 to /30.')).toBeVisible()
  await length.fill('64')
  await expect(length).toHaveValue('32')
  await length.fill('')
  await auto.send()
  await expect(auto.form.getByText('Prefix length is required')).toBeVisible()
  await length.fill('20')
  await auto.send()
  await expect(
    auto.form.getByText(`subnet pool "${pool}" has no subnets with a prefix length of 20`).first(),
  ).toBeVisible()
  await length.fill('28')
  await auto.send()
  await expect(page.getByText('External subnet first created')).toBeVisible()
  const first = page.getByRole('row', { name: /^Select first/ })
  await expect(first).toContainText(blocks(0))
  await expect(first).toContainText(pool)

  const explicit = await newSubnet(page, 'second')
  await explicit.form.getByRole('radio', { name: /^Explicit/ }).check()
  const cidr = explicit.form.getByRole('textbox', { name: /^Subnet CIDR/ })
  await explicit.send()
  await expect(
    explicit.form.getByText('Must contain an IP address and a width, separated by a /'),
  ).toBeVisible()
  // An address with its network, as tools print it.
  await cidr.fill(blocks(0).replace('.0/', '.1/'))
  await expect(cidr).toHaveValue(blocks(0))
  await explicit.send()
  await expect(explicit.form.getByText('Requested external subnet not available').first()).toBeVisible()
  await cidr.fill(blocks(32))
  await explicit.send()
  await expect(page.getByText('External subnet second created')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Select second/ })).toContainText(blocks(32))

  // A pool's member stays while an external subnet is taken from it, and says which one.
  await page.goto(`/system/networking/subnet-pools/${pool}`)
  await expect(page.getByText('224 / 256')).toBeVisible()
  await act(page, page.getByRole('row', { name: subnet }), 'Remove')
  await page.getByRole('dialog', { name: 'Remove member' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByTestId('Toasts')).toContainText('Could not remove member')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/projects/${project}/external-subnets`)
  await act(page, first, 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit external subnet' })
  await expect(edit).toContainText(blocks(0))
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('second')
  await edit.getByRole('button', { name: 'Update external subnet' }).click()
  await expect(edit.getByText(/already exists/).first()).toBeVisible()
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('third')
  await edit.getByRole('button', { name: 'Update external subnet' }).click()
  await expect(page.getByText('External subnet third updated')).toBeVisible()
  for (const name of ['third', 'second']) {
    await act(page, page.getByRole('row', { name: `Select ${name}` }), 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete external subnet' })
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText(`External subnet ${name} deleted`)).toBeVisible()
  }
  await expect(page.getByText('No external subnets')).toBeVisible()
})

test('attaches and detaches an external subnet, from its list and from the instance', async ({
  page,
  make,
  project,
}) => {
  const { pool } = await linkedBlocks(make)
  await make(
    `/v1/instances?project=${project}`,
    instance('web', { network_interfaces: { type: 'default_dual_stack' }, start: false }),
  )
  await make(`/v1/instances?project=${project}`, instance('bare', { start: false }))
  for (const name of ['web', 'bare']) await untilMade(page, project, name)
  const allocator = { type: 'auto', prefix_length: 28, pool_selector: { type: 'explicit', pool } }
  await make(`/v1/external-subnets?project=${project}`, { name: 'lan', description: '', allocator })
  await page.goto(`/projects/${project}/external-subnets`)
  const row = page.getByRole('row', { name: /^Select lan/ })
  await act(page, row, 'Attach')
  const attach = page.getByRole('dialog', { name: 'Attach external subnet' })
  await attach.getByRole('button', { name: 'Attach' }).click()
  await expect(attach.getByText('Instance is required')).toBeVisible()
  await choose(page, attach, 'Instance', 'bare')
  await attach.getByRole('button', { name: 'Attach' }).click()
  await expect(attach.getByText(/network interface/).first()).toBeVisible()
  await choose(page, attach, 'Instance', 'web')
  await attach.getByRole('button', { name: 'Attach' }).click()
  await expect(page.getByText('External subnet lan attached')).toBeVisible()
  await row.getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await row.getByRole('link', { name: 'web' }).click()
  await expect(page).toHaveURL(new RegExp(`/projects/${project}/instances/web/networking$`))
  const card = page.getByRole('table', { name: 'External subnets' })
  await act(page, card.getByRole('row', { name: /^lan/ }), 'Detach')
  const detach = page.getByRole('dialog', { name: 'Detach external subnet' })
  await detach.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('External subnet lan detached')).toBeVisible()
  await page.getByRole('button', { name: 'Attach external subnet' }).click()
  await choose(page, attach, 'External subnet', /^lan/)
  await attach.getByRole('button', { name: 'Attach' }).click()
  await card.getByRole('link', { name: 'lan' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit external subnet' })
  await edit.getByRole('link', { name: 'web' }).waitFor()
  await page.goto(`/projects/${project}/external-subnets`)
  await act(page, row, 'Detach')
  await expect(detach).toContainText('external subnet lan from instance web')
  await detach.getByRole('button', { name: 'Confirm' }).click()
  await expectGone(row.getByRole('link', { name: 'web' }))
})
