import { expect, test } from './fixtures.ts'
import { act, choose } from './network-fixtures.ts'

// Long forms take long on a busy machine.
test.describe.configure({ timeout: 300_000 })

test('adds, edits, clones, finds and deletes firewall rules', async ({ page, project }) => {
  await page.goto(`/projects/${project}/vpcs/default/firewall-rules`)
  await page.getByRole('link', { name: 'New rule' }).click()
  const panel = page.getByRole('dialog', { name: 'Add firewall rule' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('allow-ssh')
  await panel.getByRole('textbox', { name: 'Priority' }).fill('100')
  await choose(page, panel, 'Target type', 'VPC subnet')
  await panel.getByRole('combobox', { name: /^Subnet name/ }).fill('default')
  await panel.getByRole('button', { name: 'Add target' }).click()
  await expect(panel.getByRole('table', { name: 'Targets' })).toContainText('default')
  const port = panel.getByRole('textbox', { name: /^Port filters/ })
  await port.fill('443-80')
  await port.press('Enter')
  await expect(panel.getByText('Not a valid port range')).toBeVisible()
  await port.fill('443')
  await port.press('Enter')
  await choose(page, panel, 'Protocol filters', 'TCP')
  await panel.getByRole('button', { name: 'Add protocol filter' }).click()
  await choose(page, panel, 'Protocol filters', 'ICMPv4')
  const icmpType = panel.getByRole('combobox', { name: /^ICMPv4 type/ })
  // Key by key: a number is a value on its way to becoming the label of another option.
  for (const typed of ['12', '255', '8 - Echo Request', 'All types', 'Echo Requ']) {
    await icmpType.press('ControlOrMeta+a')
    await icmpType.press('Delete')
    await icmpType.pressSequentially(typed)
    await expect(icmpType).toHaveValue(typed)
  }
  await page.getByRole('option', { name: '8 - Echo Request' }).click()
  await panel.getByRole('textbox', { name: /^ICMPv4 code/ }).fill('0–300')
  await panel.getByRole('button', { name: 'Add protocol filter' }).click()
  await expect(panel.getByText('ICMP code range end must be between 0 and 255')).toBeVisible()
  await panel.getByRole('textbox', { name: /^ICMPv4 code/ }).fill('0')
  await panel.getByRole('button', { name: 'Add protocol filter' }).click()
  await expect(panel.getByRole('button', { name: 'Remove ICMPv4 8 - Echo Request | Code 0' })).toBeVisible()
  await panel.getByRole('button', { name: 'Add rule' }).click()
  await expect(panel.getByText('Name taken. To update an existing rule, edit it directly.')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('web')
  await panel.getByRole('button', { name: 'Add rule' }).click()
  await expect(panel).toBeHidden()
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  const words = 'Allows TCP and ICMPv4 (Echo Request, code 0) to port 443 from anywhere to subnet default.'
  await expect(row('web')).toContainText(words)
  // The lowest priority number comes first.
  await expect(page.getByRole('row').nth(1)).toContainText('web')

  await act(page, row('web'), 'Edit')
  const edit = page.getByRole('dialog', { name: 'Edit rule' })
  await edit.getByRole('radio', { name: 'Deny' }).check()
  await edit.getByRole('checkbox', { name: 'Enabled' }).uncheck()
  await edit.getByRole('button', { name: 'Update rule' }).click()
  await expect(row('web')).toContainText('Disabled')
  await expect(row('web')).toContainText('Denies TCP')

  await act(page, row('web'), 'Clone')
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('web-copy')
  await panel.getByRole('button', { name: 'Add rule' }).click()
  await expect(row('web-copy')).toBeVisible()

  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: /^Filter/ }))
    .fill('port 22')
  await expect(page.getByRole('row')).toHaveCount(2)
  await act(page, row('allow-ssh'), 'Delete')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Nothing matches the filter.')).toBeVisible()
})
