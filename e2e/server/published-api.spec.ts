import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { ADMIN_PASSWORD, PUBLISHED_SERVER_URL } from '../places.ts'
import { expect, expectGone, instance, test as base } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'

/** A server that has only the published API, and a page that fails if it asks for more or throws. */
const test = base.extend<{ strict: void }, { server: void }>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => withOwnServer(PUBLISHED_SERVER_URL, () => use(), ['--extensions', 'off']),
    { scope: 'worker', auto: true },
  ],
  strict: [
    async ({ page }, use) => {
      const wrong: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/experimental/')) wrong.push(request.url())
      })
      page.on('pageerror', (error) => wrong.push(String(error)))
      await use()
      expect(wrong).toEqual([])
    },
    { auto: true },
  ],
})
test.use({ baseURL: PUBLISHED_SERVER_URL })

const actions = (page: Page, name: RegExp) =>
  page.getByRole('row', { name }).getByRole('button', { name: /^(Row actions|Actions for)/ })

async function choose(page: Page, row: RegExp, action: string) {
  await actions(page, row).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

const confirm = (page: Page, title: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: 'Confirm' }).click()

test('creates, stops, starts and deletes an instance and its project without an event stream', async ({
  page,
}) => {
  await page.goto('/projects')
  await page.getByRole('link', { name: 'New project' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Create project' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('plain')
  await panel.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL('/projects/plain/instances')
  await page
    .getByRole('link', { name: /new instance/i })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('web')
  await page.getByRole('radio', { name: '4 CPU 16 gibibytes RAM' }).press('Space')
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page).toHaveURL('/projects/plain/instances/web/storage')
  await expect(page.getByLabel('Properties table').getByText('running')).toBeVisible()

  await page.goto('/projects/plain/instances')
  const row = page.getByRole('row', { name: /(^| )web / })
  await expect(row.getByText('running')).toBeVisible()
  await expect(page.getByRole('combobox', { name: /Filter instances/ })).toHaveCount(0)
  await choose(page, /(^| )web /, 'Stop')
  await confirm(page, 'Stop instance')
  await expect(row.getByText('stopped')).toBeVisible()
  await choose(page, /(^| )web /, 'Start')
  await confirm(page, 'Start instance')
  await expect(row.getByText('running')).toBeVisible()
  await page.request.post('/v1/instances/web/stop?project=plain')
  await page.reload()
  await expect(row.getByText('stopped')).toBeVisible()
  await choose(page, /(^| )web /, 'Delete')
  await expect(page.getByRole('dialog', { name: 'Delete instance' })).toContainText('are kept')
  await confirm(page, 'Delete instance')
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()

  const { items } = await (await page.request.get('/v1/disks?project=plain')).json()
  for (const { id } of items) expect((await page.request.delete(`/v1/disks/${id}`)).status()).toBe(204)
  await page.goto('/projects')
  await choose(page, /(^| )plain /, 'Delete')
  await confirm(page, 'Delete project')
  await expectGone(page.getByRole('row', { name: /(^| )plain / }))
})

test('creates a disk and a snapshot, and uploads an image as base64', async ({ page, project }) => {
  await page.goto(`/projects/${project}/disks-new`)
  const disk = page.getByRole('dialog', { name: 'Create disk' })
  await disk.getByRole('textbox', { name: 'Name' }).fill('data')
  await disk.getByRole('button', { name: 'Create disk' }).click()
  const row = page.getByRole('row', { name: /(^| )data / })
  await expect(row.getByText('detached')).toBeVisible()
  await choose(page, /(^| )data /, 'Snapshot')
  await expect(page.getByTestId('Toasts')).toContainText(/Snapshot data-[0-9a-f]{6} created/)
  await page.goto(`/projects/${project}/snapshots`)
  await expect(page.getByRole('row', { name: /(^| )data-/ }).getByText('ready')).toBeVisible()

  await page.goto(`/projects/${project}/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('debian')
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByRole('textbox', { name: 'Version' }).fill('13')
  const buffer = Buffer.alloc(2 * 2 ** 20, 7)
  const sent = page.waitForRequest(/\/bulk-write\?/)
  await panel.getByLabel('Image file').setInputFiles({ name: 'debian.raw', mimeType: '', buffer })
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await sent
  const progress = page.getByRole('dialog', { name: 'Image upload progress' })
  await expect(progress.getByText('Image uploaded successfully').first()).toBeVisible()
  await progress.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /(^| )debian — debian 13 1 GiB/ })).toBeVisible()
})

test('assigns roles in silo, project and fleet', async ({ page, make, project }) => {
  const password = { mode: 'password', value: 'password of ann' }
  await make('/v1/system/identity-providers/local/users?silo=main', { external_id: 'ann', password })
  for (const path of ['/access', `/projects/${project}/access`, '/system/access']) {
    await page.goto(path)
    await page.getByRole('button', { name: 'Add user or group' }).first().click()
    const panel = page.getByRole('dialog', { name: 'Add user or group' })
    await panel.getByRole('combobox', { name: 'User or group' }).fill('ann')
    await page.getByRole('option', { name: /ann/ }).click()
    await panel.getByRole('radio', { name: /^Viewer/ }).check()
    await panel.getByRole('button', { name: 'Assign role' }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('row', { name: /ann/ })).toContainText('viewer')
  }
})

test('explains a connection from the lists of the VPC', async ({ page, make, project }) => {
  const nics = { network_interfaces: { type: 'default_ipv4' }, start: false }
  for (const name of ['web', 'db']) await make(`/v1/instances?project=${project}`, instance(name, nics))
  const base = `/projects/${project}/vpcs/default`
  await page.goto(`${base}/connectivity?from=instance/web&to=instance/db&port=5432`)
  await expect(page.getByText('Yes, TCP to port 5432 arrives, and replies come back.')).toBeVisible()
  await page.goto(`${base}/connectivity?from=instance/web&to=internet&port=443`)
  await expect(page.getByRole('list', { name: 'Way there' })).toContainText('Gateway default')
  await page.goto(`${base}/connectivity?from=instance/none&to=internet&port=443`)
  await expect(page.getByText('No instance "none" has a network interface in this VPC')).toBeVisible()
  await page.goto(`${base}/map`)
  const map = page.getByRole('group', { name: 'Map of the VPC' })
  await expect(map.getByRole('link', { name: /^Instance web/ })).toBeVisible()
})

test('adds an SSH key, and signs a device in', async ({ page, context }) => {
  await page.goto('/settings/ssh-keys-new')
  const panel = page.getByRole('dialog', { name: 'Add SSH key' })
  await panel.getByRole('textbox', { name: 'Name' }).fill('laptop')
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL0HHa598GYkDKdAh7lfj0RWl8+4MpPbDfXdedkBcnIX ann'
  await panel.getByRole('textbox', { name: 'Public key' }).fill(key)
  await panel.getByRole('button', { name: 'Add SSH key' }).click()
  await expect(page.getByRole('row', { name: /laptop/ })).toBeVisible()

  const client_id = randomUUID()
  const asked = await page.request.post('/device/auth', { form: { client_id } })
  const { user_code } = (await asked.json()) as { user_code: string }
  await context.clearCookies()
  await page.goto(`/device/verify?user_code=${user_code}`)
  await page.getByRole('textbox', { name: 'Username' }).fill('admin')
  await page.getByRole('textbox', { name: 'Password' }).fill(ADMIN_PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Log in on device' }).click()
  await expect(page.getByRole('heading', { name: 'Device logged in' })).toBeVisible()
})

test('shows the pages that show more with extensions', async ({ page, make, project }) => {
  await make(`/v1/instances?project=${project}`, instance('web', { start: false }))
  const group = { name: 'near', description: '', policy: 'fail', failure_domain: 'sled' }
  await make(`/v1/affinity-groups?project=${project}`, group)
  const inProject = [
    'instances/web/networking',
    'instances/web/settings',
    'instances-new',
    'affinity-groups/near',
  ]
  const pages = [
    ...inProject.map((path) => `/projects/${project}/${path}`),
    '/images',
    '/settings/profile',
    '/silo/users',
    '/silo/certificates',
    '/system/silos',
    '/system/silos/main/users',
    '/system/silos/main/fleet-roles',
  ]
  for (const path of pages) {
    await page.goto(path)
    await expect(page.getByRole('main').or(page.getByRole('dialog')).first(), path).toBeVisible()
    await expect(page.getByRole('heading').first(), path).toBeVisible()
    const broken = page.getByText(/Something went wrong|Page not found|Unknown server error/)
    await expect(broken, path).toHaveCount(0)
  }
})

test('leaves out the pages that need the extensions', async ({ page, project }) => {
  await page.goto(`/projects/${project}/instances`)
  await expect(page.getByRole('link', { name: 'Disks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveCount(0)
  await page.goto(`/projects/${project}/overview`)
  await expect(page).toHaveURL(`/projects/${project}/instances`)
  await expect(page.getByRole('heading', { name: 'No instances' })).toBeVisible()
  for (const path of ['/instances', '/settings/bulk-jobs']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await page.goto('/projects')
  await expect(page.getByRole('link', { name: project })).toBeVisible()
  await expect(page.getByRole('link', { name: 'All instances' })).toHaveCount(0)
})
