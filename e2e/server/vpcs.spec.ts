import { expect, expectGone, test } from './fixtures.ts'
import { act, choose } from './network-fixtures.ts'

// Long forms take long on a busy machine.
test.describe.configure({ timeout: 300_000 })

test('creates, edits and deletes a VPC', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances`)
  await page.getByRole('link', { name: 'VPCs' }).click()
  await expect(page.getByRole('row', { name: /default/ })).toContainText('3')
  await page.getByRole('link', { name: 'New VPC' }).click()
  const panel = page.getByRole('dialog', { name: 'Create VPC' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('prod')
  // It follows the name until the user changes it.
  await expect(panel.getByRole('textbox', { name: 'DNS name' })).toHaveValue('prod')
  await panel.getByRole('textbox', { name: 'DNS name' }).fill('')
  await panel.getByRole('textbox', { name: /^IPv6 prefix/ }).fill('10.0.0.0/8')
  await panel.getByRole('button', { name: 'Create VPC' }).click()
  await expect(panel.getByText('DNS name is required')).toBeVisible()
  await expect(panel.getByText('Must be an IPv6 prefix')).toBeVisible()
  await panel.getByRole('textbox', { name: 'DNS name' }).fill('prod')
  await panel.getByRole('textbox', { name: /^IPv6 prefix/ }).fill('')
  await panel.getByRole('button', { name: 'Create VPC' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'prod' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Firewall Rules' })).toHaveAttribute('aria-selected', 'true')

  await page.getByRole('button', { name: 'VPC actions' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit VPC' })
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('live')
  await edit.getByRole('button', { name: 'Update VPC' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'live' })).toBeVisible()
  await expect(page).toHaveURL(/\/vpcs\/live\/firewall-rules$/)

  // A VPC with subnets can't be deleted, and the dialog names them.
  const remove = async () => {
    await page.getByRole('button', { name: 'VPC actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await remove()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Delete VPC' }))
  await expect(
    dialog.getByText('Also deletes 1 router, 1 internet gateway and 3 firewall rules.'),
  ).toBeVisible()
  await expect(dialog.getByText('Delete its subnets first: default.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('tab', { name: 'VPC Subnets' }).click()
  // Until the tab has loaded, the one before it stays in view.
  await expect(page.getByRole('heading', { name: 'List of VPC subnets' })).toBeVisible()
  await act(page, page.getByRole('row', { name: /default/ }), 'Delete')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('No VPC subnets')).toBeVisible()
  await remove()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'VPCs' })).toBeVisible()
  await expectGone(page.getByRole('row', { name: /live/ }))
})

test('two users who edit rules at the same time keep both changes, unless it is the same rule', async ({
  page,
  project,
}) => {
  const api = `/v1/vpc-firewall-rules?project=${project}&vpc=default`
  const change = async (edit: (rules: { name: string; priority: number }[]) => object[]) => {
    const { rules } = await (await page.request.get(api)).json()
    expect((await page.request.put(api, { data: { rules: edit(rules) } })).status()).toBe(200)
  }
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules/allow-ssh/edit`)
  const edit = page.getByRole('dialog', { name: 'Edit rule' })
  await edit.getByRole('textbox', { name: 'Priority' }).fill('7')
  await change((rules) => rules.map((rule) => (rule.name === 'allow-icmp' ? { ...rule, priority: 5 } : rule)))
  await edit.getByRole('button', { name: 'Update rule' }).click()
  await expect(edit).toBeHidden()
  const priority = (rule: string, value: string) =>
    page.getByRole('row', { name: new RegExp(`^${rule}`) }).getByRole('cell', { name: value, exact: true })
  await expect(priority('allow-icmp', '5')).toBeVisible()
  await expect(priority('allow-ssh', '7')).toBeVisible()

  await act(page, page.getByRole('row', { name: /^allow-ssh/ }), 'Edit')
  await edit.getByRole('textbox', { name: 'Priority' }).fill('8')
  await change((rules) => rules.map((rule) => (rule.name === 'allow-ssh' ? { ...rule, priority: 9 } : rule)))
  await edit.getByRole('button', { name: 'Update rule' }).click()
  await expect(edit.getByText(/Another user has changed the rule "allow-ssh"/)).toBeVisible()
  await expect(edit.getByRole('textbox', { name: 'Priority' })).toHaveValue('8')
})

test('manages subnets, routers and routes', async ({ page, project }) => {
  await page.goto(`/projects/${project}/vpcs/default/routers`)
  await page.getByRole('link', { name: 'New router' }).click()
  const create = page.getByRole('dialog', { name: 'Create router' })
  await create.getByRole('textbox', { name: 'Name', exact: true }).fill('office')
  await create.getByRole('button', { name: 'Create router' }).click()
  // Routers can be selected, and routes can't.
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^(Select )?${name}`) })
  await row('system').getByRole('button', { name: 'Row actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await row('office').getByRole('link', { name: 'office' }).click()
  await page.getByRole('link', { name: 'New route', exact: true }).first().click()
  const form = page.getByRole('dialog', { name: 'Create route', exact: true })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('to-office')
  await choose(page, form, 'Destination type', 'IP network')
  await form.getByRole('textbox', { name: /^Destination value/ }).fill('fd00::/8')
  await form.getByRole('textbox', { name: /^Target value/ }).fill('10.0.0.5')
  await form.getByRole('button', { name: 'Create route' }).click()
  await expect(
    form.getByText('Destination and target of a route must be of the same IP version'),
  ).toBeVisible()
  await form.getByRole('textbox', { name: /^Destination value/ }).fill('192.168.0.0/16')
  await form.getByRole('button', { name: 'Create route' }).click()
  await expect(row('to-office')).toContainText('192.168.0.0/16')
  await act(page, row('to-office'), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit route', exact: true })
  await choose(page, edit, 'Target type', 'Drop')
  await edit.getByRole('button', { name: 'Update route' }).click()
  await expect(row('to-office')).toContainText('Drop')
  await page.getByRole('tab', { name: 'History' }).click()
  await expect(page.getByRole('tabpanel', { name: 'History' }).getByText(/^by /)).toBeVisible()

  await page.goto(`/projects/${project}/vpcs/default/subnets-new`)
  const subnet = page.getByRole('dialog', { name: 'Create VPC subnet' })
  await subnet.getByRole('textbox', { name: 'Name', exact: true }).fill('web')
  await subnet.getByRole('textbox', { name: /^IPv4 block/ }).fill('172.30.0.0/24')
  await choose(page, subnet, 'Custom router', 'office')
  await subnet.getByRole('button', { name: 'Create VPC subnet' }).click()
  await expect(
    subnet.getByText("IP address range '172.30.0.0/24' conflicts with an existing subnet").first(),
  ).toBeVisible()
  await expect(subnet.getByRole('textbox', { name: /^IPv4 block/ })).toHaveAttribute('aria-invalid', 'true')
  await subnet.getByRole('textbox', { name: /^IPv4 block/ }).fill('10.1.0.0/16')
  await subnet.getByRole('button', { name: 'Create VPC subnet' }).click()
  await expect(row('web').getByRole('link', { name: 'office' })).toBeVisible()

  // A router that another user attaches stays when only the description changes.
  await page.goto(`/projects/${project}/vpcs/default/subnets/default/edit`)
  const editSubnet = page.getByRole('dialog', { name: 'Edit VPC subnet' })
  await editSubnet.getByRole('textbox', { name: 'Description' }).fill('first')
  const attached = await page.request.put(`/v1/vpc-subnets/default?project=${project}&vpc=default`, {
    data: { custom_router: 'office' },
  })
  expect(attached.status()).toBe(200)
  await editSubnet.getByRole('button', { name: 'Update VPC subnet' }).click()
  await expect(row('default')).toContainText('first')
  await expect(row('default').getByRole('link', { name: 'office' })).toBeVisible()

  // The system's route to the new subnet is read-only.
  await page.goto(`/projects/${project}/vpcs/default/routers/system/routes/web/edit`)
  await expect(edit.getByText(/The system keeps this route/).first()).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Update route' })).toBeDisabled()
  await page.goto(`/projects/${project}/vpcs/default/routers/system/routes/default-v4/edit`)
  await choose(page, edit, 'Target type', 'Drop')
  await edit.getByRole('button', { name: 'Update route' }).click()
  await expect(row('default-v4')).toContainText('Drop')
  await expect(page.getByRole('button', { name: 'New route', exact: true })).toBeDisabled()
})
