import { act } from './network-fixtures.ts'
import { expect, test, unique } from './silo-fixtures.ts'

/** Returns a network of /24 that other tests hardly ever choose. */
const network = (): string => {
  const [second, third] = [64 + Math.floor(Math.random() * 64), Math.floor(Math.random() * 256)]
  return `100.${second}.${third}.0/24`
}

test('creates a subnet pool, fills it, says what is wrong with a member, and deletes it', async ({
  page,
}) => {
  const name = unique('blocks')
  const subnet = network()
  await page.goto('/system/networking/subnet-pools')
  await page.getByRole('link', { name: 'New Subnet Pool' }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Create subnet pool' }).click()
  await expect(panel.getByText('Name is required')).toBeVisible()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await panel.getByRole('button', { name: 'Create subnet pool' }).click()
  await expect(page.getByText(`Subnet pool ${name} created`)).toBeVisible()

  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
  await expect(page.getByText('0 / 0')).toBeVisible()
  await page.getByRole('link', { name: 'Add member' }).first().click()
  const field = panel.getByRole('textbox', { name: /^Subnet/ })
  const [min, max] = [/^Min prefix length/, /^Max prefix length/].map((label) =>
    panel.getByRole('textbox', { name: label }),
  ) as [typeof field, typeof field]
  const send = panel.getByRole('button', { name: 'Add member' })
  await send.click()
  await expect(panel.getByText('Must contain an IP address and a width, separated by a /')).toBeVisible()
  await field.fill('fd00::/48')
  await expect(panel.getByText('IPv6 subnet not allowed in IPv4 pool')).toBeVisible()
  await field.fill(subnet)
  await min.fill('28')
  await max.fill('26')
  await expect(panel.getByText('Min prefix length must be ≤ max prefix length')).toBeVisible()
  await min.fill('20')
  await expect(panel.getByText('Must be ≥ subnet prefix length (24)')).toBeVisible()
  await max.fill('33')
  await expect(panel.getByText('Must be between 0 and 32')).toBeVisible()
  await min.fill('26')
  await max.fill('28')
  await send.click()
  await expect(page.getByText('Member added')).toBeVisible()
  const row = page.getByRole('row', { name: subnet })
  await expect(row).toContainText('26')
  await expect(page.getByText('256 / 256')).toBeVisible()

  await page.getByRole('link', { name: 'Add member' }).first().click()
  await field.fill(subnet)
  await send.click()
  await expect(panel.getByText(`Overlaps with ${subnet} of the subnet pool ${name}`)).toBeVisible()
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Leave|Discard/ })
    .click()

  await page.getByRole('button', { name: 'Subnet pool actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(`${name}-too`)
  await panel.getByRole('button', { name: 'Update subnet pool' }).click()
  await expect(page.getByText(`Subnet pool ${name}-too updated`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/system/networking/subnet-pools/${name}-too$`))
  await act(page, row, 'Remove')
  await page.getByRole('dialog', { name: 'Remove member' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'No members' })).toBeVisible()
  await page.getByRole('button', { name: 'Subnet pool actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete subnet pool' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expect(page).toHaveURL(/\/system\/networking\/subnet-pools$/)
  await expect(page.getByText(`Subnet pool ${name}-too deleted`)).toBeVisible()
})

test('links subnet pools to a silo, and says what another default changes', async ({ page, make, silo }) => {
  const [first, second, owner] = [unique('first'), unique('second'), await silo()]
  for (const name of [first, second])
    await make('/v1/system/subnet-pools', { name, description: '', ip_version: 'v4' })
  await page.goto(`/system/networking/subnet-pools/${first}?tab=silos`)
  await expect(page.getByRole('heading', { name: 'No linked silos' })).toBeVisible()
  await page.getByRole('button', { name: 'Link silo' }).first().click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox', { name: 'Silo' }).fill(owner)
  await page.getByRole('option', { name: owner }).click()
  await panel.getByRole('checkbox', { name: 'Make default IPv4 subnet pool for silo' }).check({ force: true })
  await panel.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('row', { name: owner })).toContainText('default')

  await page.getByRole('link', { name: owner, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/system/silos/${owner}/subnet-pools$`))
  await page.getByRole('button', { name: 'Link pool' }).first().click()
  await panel.getByRole('combobox', { name: 'Subnet pool' }).fill(second)
  await page.getByRole('option', { name: second }).click()
  await panel.getByRole('checkbox', { name: 'Make default IPv4 subnet pool for silo' }).check({ force: true })
  await expect(panel.getByText(`Replaces ${first}, which stays linked`)).toBeVisible()
  await panel.getByRole('button', { name: 'Link', exact: true }).click()
  await expect(panel).toBeHidden()
  const row = page.getByRole('row', { name: second })
  await expect(row).toContainText('default')
  const former = page.getByRole('row', { name: first })
  await expect(former).not.toContainText('default')

  await act(page, former, 'Make default')
  const change = page.getByRole('dialog', { name: 'Change default' })
  await expect(change).toContainText(`default IPv4 subnet pool of ${owner} from ${second} to ${first}`)
  await change.getByRole('button', { name: 'Confirm' }).click()
  await expect(former).toContainText('default')
  await act(page, former, 'Clear default')
  const clear = page.getByRole('dialog', { name: 'Clear default' })
  await expect(clear).toContainText('Its users have to name a pool for each new external subnet.')
  await clear.getByRole('button', { name: 'Confirm' }).click()
  await expect(former).not.toContainText('default')
  for (const gone of [row, former]) {
    await act(page, gone, 'Unlink')
    await page.getByRole('dialog', { name: 'Unlink pool' }).getByRole('button', { name: 'Confirm' }).click()
    await expect(gone).toBeHidden()
  }
  await expect(page.getByRole('heading', { name: 'No linked subnet pools' })).toBeVisible()
})
