import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RACK_SERVER_URL } from '../places.ts'
import { act } from './network-fixtures.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'
import { expect, test as base } from './silo-fixtures.ts'

const SLOW_RACK = import.meta.resolve('./slow-rack.ts')

const test = base.extend<{ server: OwnServer }>({
  // Comes before the page, which signs in. The new sled is not ready.
  server: [
    async ({ baseURL }, use) =>
      withOwnServer(
        baseURL!,
        async (server) => {
          writeFileSync(join(server.folder, 'sleds-wait'), '')
          await use(server)
        },
        ['--simulated-sleds', '1'],
        [SLOW_RACK],
      ),
    { auto: true },
  ],
})
test.use({ baseURL: RACK_SERVER_URL })

test('adds a sled to its rack, aborts, and adds it again', async ({ page, server }) => {
  test.setTimeout(180_000)
  await page.goto('/system/inventory/not-in-use')
  const row = page.getByRole('row').filter({ hasText: 'GRN26SPARE' })
  await expect(row).toContainText('Not in use')
  await act(page, row, 'Add to rack')
  const dialog = page.getByRole('dialog', { name: 'Add sled to rack' })
  await expect(dialog).toContainText('asks each new sled whether it is ready')
  await expect(dialog).toContainText('the new members are committed')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('0 of 1 new sled is ready')).toBeVisible()
  await expect(row).toContainText('Preparing')
  await row.getByRole('button', { name: 'Row actions' }).click()
  const add = page.getByRole('menuitem', { name: 'Add to rack' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')

  await page.getByRole('tab', { name: 'Racks' }).click()
  const rack = page.getByRole('row').nth(1)
  await expect(rack).toContainText('Waiting for 1 sled')
  await rack.getByRole('link').click()
  const panel = page.getByRole('dialog', { name: 'Rack' })
  await expect(panel.getByRole('row', { name: 'GRN26SPARE' })).toContainText('Not yet')
  await panel.getByRole('button', { name: 'Abort' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(panel.getByLabel('Properties table')).toContainText('Aborted')
  await panel.getByRole('link', { name: 'what is not in use' }).click()
  await expect(row).toContainText('Not in use')

  rmSync(join(server.folder, 'sleds-wait'))
  await act(page, row, 'Add to rack')
  await page.getByRole('button', { name: 'Confirm' }).click()
  // The server asks the new sled within half a minute, and the driver lists it in use at once.
  await expect(page.getByText('No uninitialized sleds')).toBeVisible({ timeout: 90_000 })
  await page.getByRole('tab', { name: 'Racks' }).click()
  await expect(rack).toContainText('Committed')
  await page.getByRole('tab', { name: 'Sleds' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'GRN26SPARE' })).toBeVisible()
})

test('requests the adoption of a disk, and withdraws the request', async ({ page, server }) => {
  // The driver adopts nothing until the request is withdrawn.
  writeFileSync(join(server.folder, 'driver-waits'), '')
  await page.goto('/system/inventory/not-in-use')
  const row = page.getByRole('table', { name: 'Unadopted disks' }).getByRole('row').nth(1)
  await expect(row).toContainText('not requested')
  await act(page, row, 'Adopt')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).not.toContainText('not requested')
  await act(page, row, 'Withdraw request')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(row).toContainText('not requested')
})

test('applies settings to a port, shows them, and clears them', async ({ page, make }) => {
  await make('/v1/system/networking/switch-port-settings', {
    name: 'uplink',
    description: 'To the site',
    port_config: { geometry: 'qsfp28x1' },
    links: [{ link_name: 'phy0', autoneg: false, mtu: 1500, speed: 'speed100_g', lldp: { enabled: true } }],
    addresses: [],
  })
  await page.goto('/system/inventory/switch-ports')
  const row = page.getByRole('row').nth(1)
  await act(page, row, 'Apply settings')
  const dialog = page.getByRole('dialog', { name: 'Apply settings' })
  await dialog.getByRole('button', { name: 'Apply settings' }).click()
  await expect(dialog.getByText('Choose settings')).toBeVisible()
  await dialog.getByRole('button', { name: /^Settings/ }).click()
  await page.getByRole('option', { name: 'uplink' }).click()
  await dialog.getByRole('button', { name: 'Apply settings' }).click()
  await expect(page.getByText(/^Settings applied to port qsfp/)).toBeVisible()
  await row.getByRole('button', { name: /^qsfp/ }).click()
  const panel = page.getByRole('dialog', { name: 'Switch port' })
  await expect(panel.getByRole('region', { name: 'Applied settings' })).toContainText('"link_name": "phy0"')
  await expect(panel.getByText('The port hears no neighbors.')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).last().click()
  await act(page, row, 'Clear settings')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^Settings of port qsfp\d+ cleared/)).toBeVisible()
  await row.getByRole('button', { name: /^qsfp/ }).click()
  await expect(panel.getByText('No settings are applied.')).toBeVisible()
})

test('says that racks and their members failed to load', async ({ page }) => {
  const error = { request_id: 'r1', error_code: 'Internal', message: 'Internal Server Error' }
  await page.route(/\/racks\/[^/]+\/membership$/, (route) => route.fulfill({ status: 500, json: error }))
  await page.goto('/system/inventory/racks')
  await expect(page.getByRole('row').nth(1)).toContainText('Not loaded')
  await page.getByRole('row').nth(1).getByRole('link').click()
  await expect(page.getByText('Members could not be loaded')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.route(/\/hardware\/racks\?/, (route) => route.fulfill({ status: 500, json: error }))
  await page.reload()
  await expect(page.getByText('Racks could not be loaded')).toBeVisible()
})

test('edits the allow list and a setting, and shows the sessions of the switches', async ({ page }) => {
  const session = { detection_threshold: 3, required_rx: 100_000, mode: 'single_hop' }
  const enabled = await page.request.post('/v1/system/networking/bfd-enable', {
    data: { switch_slot: 'switch0', remote: '192.0.2.1', ...session },
  })
  expect(enabled.ok(), await enabled.text()).toBe(true)
  await page.goto('/system/networking/rack')
  // The simulated rack has no routers around it.
  await expect(page.getByRole('table', { name: 'BFD sessions' }).getByRole('row').nth(1)).toContainText(
    /192\.0\.2\.1\s*down/,
  )
  await expect(page.getByText('No BGP sessions')).toBeVisible()

  await expect(page.getByText('Any address', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Edit allow list' }).press('Enter')
  const panel = page.getByRole('dialog', { name: 'Edit allow list' })
  await panel.getByRole('radio', { name: 'Addresses of these networks only' }).check()
  const networks = panel.getByRole('textbox', { name: /^Networks/ })
  await networks.fill('198.51.100.0/24\n0.0.0.0/0')
  await panel.getByRole('button', { name: 'Update allow list' }).click()
  await expect(panel.getByText(/^0\.0\.0\.0\/0: a network with a width of 0/)).toBeVisible()
  await networks.fill('198.51.100.0/24\n127.0.0.0/8')
  await panel.getByRole('button', { name: 'Update allow list' }).click()
  const list = page.getByRole('list', { name: 'Allowed networks' })
  await expect(list.getByRole('listitem')).toHaveText(['198.51.100.0/24', '127.0.0.0/8'])

  await page.getByRole('button', { name: 'Turn on Jumbo frames' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Turn off Jumbo frames' })).toBeVisible()

  await page.route(/\/v1\/system\/networking\/(allow-list|bfd-status)/, (route) =>
    route.fulfill({ status: 500, json: { error_code: 'Internal', message: 'Internal Server Error' } }),
  )
  await page.reload()
  await expect(page.getByText('The allow list could not be loaded')).toBeVisible()
  await expect(page.getByText('BFD sessions could not be loaded')).toBeVisible()
})

test('shows a viewer of the fleet everything, and no action that would be refused', async ({
  page,
  operator,
}) => {
  const viewer = await operator('viewer')
  expect((await page.request.post('/v1/login/main/local', { data: viewer })).status()).toBe(204)
  await page.goto('/system/inventory/not-in-use')
  const row = page.getByRole('row').filter({ hasText: 'GRN26SPARE' })
  await row.getByRole('button', { name: 'Row actions' }).click()
  const add = page.getByRole('menuitem', { name: 'Add to rack' })
  await expect(add).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Racks' }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Committed')
  await page.goto('/system/networking/rack')
  for (const name of ['Edit allow list', 'Turn on Jumbo frames'])
    await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true')
})

test('shows nothing to a user who may not see the fleet', async ({ page, operator }) => {
  const user = await operator(null)
  expect((await page.request.post('/v1/login/main/local', { data: user })).status()).toBe(204)
  for (const path of ['/system/inventory/racks', '/system/networking/rack']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})
