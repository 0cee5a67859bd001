import { act } from './network-fixtures.ts'
import { expect, test } from './silo-fixtures.ts'

test('lists the sleds, and closes one to new instances', async ({ page }) => {
  const { items } = await (await page.request.get('/v1/system/hardware/sleds')).json()
  const { id, baseboard } = items.at(-1)
  await page.goto('/system/inventory')
  await expect(page).toHaveURL(/\/system\/inventory\/sleds$/)
  await expect(page.getByRole('heading', { name: 'Inventory', level: 1 })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Baseboard' })).toBeVisible()
  const row = page.getByRole('row', { name: baseboard.serial })
  await expect(row).toContainText('In service')
  await act(page, row, 'Make not provisionable')
  const dialog = page.getByRole('dialog', { name: 'Make not provisionable' })
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(`Sled ${baseboard.serial} is now not provisionable`)).toBeVisible()
  await expect(row).toContainText('Not provisionable')

  await row.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/system/inventory/sleds/${id}/instances$`))
  await expect(page.getByRole('heading', { name: 'Sled', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(
    `Instances / ${id.slice(0, 5)}…${id.slice(-5)} / Sleds / Inventory / Granary Console`,
  )
  const properties = page.getByLabel('Properties table')
  await expect(properties).toContainText(baseboard.serial)
  await expect(properties).toContainText('Not provisionable')
  await page.getByRole('button', { name: 'Sled actions' }).click()
  await page.getByRole('menuitem', { name: 'Make provisionable' }).click()
  await page
    .getByRole('dialog', { name: 'Make provisionable' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expect(properties).not.toContainText('Not provisionable')
  await page.getByRole('tab', { name: 'Disks' }).click()
  await expect(page.getByRole('row', { name: `${baseboard.serial}U0` })).toContainText('U.2')
})

test('lists disks, switches, ports and unused hardware', async ({ page }) => {
  await page.goto('/system/inventory/disks')
  await expect(page).toHaveTitle('Disks / Inventory / Granary Console')
  await expect(page.getByRole('row', { name: /GRN26/ }).first()).toContainText('in service')
  await page.getByRole('tab', { name: 'Switches' }).click()
  await expect(page.getByRole('row', { name: 'GRNSW0' })).toBeVisible()
  await page.getByRole('tab', { name: 'Switch ports' }).click()
  await expect(page.getByRole('row', { name: /^qsfp/ }).first()).toContainText(/up|down/)
  await page.getByRole('tab', { name: 'Not in use' }).click()
  await expect(page.getByRole('row', { name: 'GRN26SPARE' })).toBeVisible()
})

test('shows the history of hardware from its menu', async ({ page }) => {
  for (const [list, subject] of [
    ['disks', 'Physical disk'],
    ['switches', 'Switch'],
    ['switch-ports', 'Switch port'],
  ] as const) {
    await page.goto(`/system/inventory/${list}`)
    await page.getByRole('button', { name: 'Row actions' }).first().click()
    await page.getByRole('menuitem', { name: 'View history' }).click()
    const panel = page.getByRole('dialog', { name: 'History' })
    await expect(panel, subject).toContainText('Changes before')
  }
})

test('compares use with quotas and sleds, and says what fits', async ({ page, silo }) => {
  const name = await silo()
  await page.goto('/utilization')
  await expect(page.getByRole('heading', { name: 'Utilization', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'STORAGE (TiB)', exact: true })).toBeVisible()
  await page.goto('/system/utilization')
  await expect(page.getByText('Quota (Total)')).toHaveCount(3)
  await expect(page.getByRole('columnheader', { name: 'Provisioned / Quota' })).toBeVisible()
  await expect(page.getByRole('row', { name })).toContainText('16 GiB')
  await expect(
    page.getByRole('table', { name: 'Physical capacity' }).getByRole('row', { name: 'CPU' }),
  ).toBeVisible()
  const outlook = page.getByRole('table', { name: 'When it runs out' })
  // Each of the three resources has a quota and the sleds as limits.
  await expect(outlook.getByRole('row', { name: 'Quota' })).toHaveCount(3)
  await expect(outlook.getByRole('row', { name: 'Usable on sleds' })).toHaveCount(3)

  await page.getByRole('tab', { name: 'What fits' }).click()
  await expect(outlook.getByRole('row', { name: 'Quota' })).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Instances', exact: true }).fill('1')
  await expect(page.getByText('All 1 fit')).toBeVisible()
  await page.getByRole('textbox', { name: 'Instances', exact: true }).fill('9999')
  await page.getByRole('textbox', { name: 'vCPUs each' }).fill('128')
  await expect(page.getByText(/^Only [\d,]+ of 9,999 fit$/)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'To move if it fails' })).toBeVisible()
})
