import type { Locator } from '@playwright/test'
import { expect, instance, test } from './fixtures.ts'
import { act } from './network-fixtures.ts'

const blank = (name: string, gib = 1) => ({
  name,
  description: '',
  size: gib * 2 ** 30,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
const floating = (name: string, ip_version: string) => ({
  name,
  description: '',
  address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version } },
})

async function choose(field: Locator, option: Locator): Promise<void> {
  await field.click()
  await option.click()
}

test('creates an instance with every option', async ({ page, make, project }) => {
  await make(`/v1/disks?project=${project}`, blank('golden', 12))
  await make(`/v1/disks?project=${project}`, blank('archive'))
  const snapshot = () =>
    page.request.post(`/v1/snapshots?project=${project}`, {
      data: { name: 'before', description: '', disk: 'golden' },
    })
  // The disk is still being created at first.
  await expect.poll(async () => (await snapshot()).status()).toBe(201)
  await make(`/v1/floating-ips?project=${project}`, floating('front', 'v4'))
  await make(`/v1/floating-ips?project=${project}`, floating('six', 'v6'))
  const group = { description: '', policy: 'allow', failure_domain: 'sled' }
  await make(`/v1/anti-affinity-groups?project=${project}`, { name: 'apart', ...group })

  await page.goto(`/projects/${project}/instances-new`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('whole')
  await page.getByRole('tab', { name: 'High CPU' }).click()
  await expect(page.getByRole('radio', { name: '2 CPU 4 gibibytes RAM' })).toBeChecked()
  await expect(page.getByText(/^vCPUs left in your silo: \d+ of \d+/)).toBeVisible()

  await page.getByRole('tab', { name: 'Snapshots' }).click()
  await choose(page.getByRole('combobox', { name: 'Snapshot' }), page.getByRole('option', { name: /before/ }))
  const size = page.getByRole('textbox', { name: 'Disk size (GiB)' })
  await expect(size).toHaveValue('20')
  await page.getByRole('checkbox', { name: 'Make disk read-only' }).check()
  await expect(size).toHaveValue('12')
  await page.getByRole('checkbox', { name: 'Make disk read-only' }).uncheck()
  await page.getByRole('textbox', { name: /^Disk name/ }).fill('whole-root')

  await page.getByRole('button', { name: 'Attach existing disk' }).click()
  await page.getByRole('combobox', { name: 'Disk name' }).fill('arch')
  await page.getByRole('option', { name: /archive/ }).click()
  await page.getByRole('button', { name: 'Attach disk', exact: true }).click()
  await page.getByRole('button', { name: 'Create new disk' }).click()
  const disk = page.getByRole('dialog', { name: 'Create disk' })
  await disk.getByRole('textbox', { name: 'Name' }).fill('whole-root')
  await disk.getByRole('button', { name: 'Create disk' }).click()
  await expect(disk.getByText('Name is already in use')).toBeVisible()
  await disk.getByRole('textbox', { name: 'Name' }).fill('scratch')
  await disk.getByRole('radio', { name: 'Local' }).check()
  await disk.getByRole('button', { name: 'Create disk' }).click()
  const disks = page.getByRole('table', { name: 'Disks' })
  await expect(disks.getByRole('row', { name: /scratch create local 10 GiB/ })).toBeVisible()
  await expect(disks.getByRole('row', { name: /archive attach distributed 1 GiB/ })).toBeVisible()
  await expect(page.getByText('New storage with the boot disk: 30 GiB')).toBeVisible()

  // A floating address that no longer fits the interface shows an error, and stays selected.
  await page.getByRole('button', { name: 'Attach floating IP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Attach floating IP' })
  await dialog.getByRole('button', { name: 'Floating IP', exact: true }).click()
  await page.getByRole('option', { name: /front/ }).click()
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click()
  const ips = page.getByRole('table', { name: 'Floating IPs' })
  await expect(ips.getByText('does not fit')).toBeHidden()
  await choose(
    page.getByRole('button', { name: 'IPv4 & IPv6' }),
    page.getByRole('option', { name: 'IPv6', exact: true }),
  )
  await expect(ips.getByText('does not fit')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Allocate IPv4 address/ })).toBeDisabled()

  await page.getByRole('radio', { name: 'Custom' }).check()
  await page.getByRole('button', { name: 'Add network interface' }).click()
  const nic = page.getByRole('dialog', { name: 'Add network interface' })
  await nic.getByRole('textbox', { name: 'Name' }).fill('outward')
  await nic.getByRole('button', { name: 'VPC subnet' }).click()
  await page.getByRole('option', { name: 'default' }).click()
  await nic.getByRole('textbox', { name: 'IPv4 address' }).fill('10.99.0.1')
  await nic.getByRole('button', { name: 'Add network interface' }).click()
  await expect(nic.getByText(/^Address 10\.99\.0\.1 is not in the subnet's block/)).toBeVisible()
  await nic.getByRole('textbox', { name: 'IPv4 address' }).fill('172.30.2.9')
  await nic.getByRole('button', { name: 'Add network interface' }).click()
  const nics = page.getByRole('table', { name: 'Network Interfaces' })
  await expect(nics.getByRole('row', { name: /outward primary default default/ })).toBeVisible()
  await expect(ips.getByText('does not fit')).toBeHidden()
  // Another choice keeps the entries, and addresses return with the interface.
  await page.getByRole('radio', { name: 'None' }).check()
  await expect(page.getByRole('button', { name: 'Attach floating IP' })).toHaveAccessibleDescription(
    'A network interface is required to attach a floating IP',
  )
  await page.getByRole('radio', { name: 'Custom' }).check()
  await expect(page.getByRole('checkbox', { name: /^Allocate IPv4 address/ })).toBeChecked()
  await page.getByRole('checkbox', { name: /^Allocate IPv6 address/ }).uncheck()

  await page.getByRole('button', { name: 'Show advanced settings' }).click()
  const userData = page.getByRole('textbox', { name: /^User Data/ })
  await userData.fill('#cloud-config\nhostname: whole\n')
  await page.getByRole('radio', { name: 'Upload a file' }).check()
  await expect(page.getByText('Kept, but not sent: the text')).toBeVisible()
  await page.getByRole('radio', { name: 'Write' }).check()
  await expect(userData).toHaveValue(/hostname: whole/)
  await page.getByRole('checkbox', { name: /^apart/ }).check()
  await choose(
    page.getByRole('button', { name: 'Auto-restart policy' }),
    page.getByRole('option', { name: 'Never' }),
  )
  await choose(
    page.getByRole('button', { name: 'CPU platform' }),
    page.getByRole('option', { name: 'AMD Turin', exact: true }),
  )

  const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().includes('/v1/instances'))
  await page.getByRole('button', { name: 'Create instance' }).click()
  const body = (await request).postDataJSON()
  expect(atob(body.user_data)).toBe('#cloud-config\nhostname: whole\n')
  await expect(page).toHaveURL(`/projects/${project}/instances/whole/storage`)
  const at = `/v1/instances/whole`
  const get = async (path: string) => (await page.request.get(`${path}?project=${project}`)).json()
  expect(await get(at)).toMatchObject({
    ncpus: 2,
    auto_restart_policy: 'never',
    cpu_platform: 'amd_turin',
  })
  const names = (list: { items: { name: string }[] }) => list.items.map(({ name }) => name)
  expect(names(await get(`${at}/disks`))).toEqual(['archive', 'scratch', 'whole-root'])
  expect(names(await get(`${at}/anti-affinity-groups`))).toEqual(['apart'])
  const external = (await get(`${at}/external-ips`)).items
  expect(external.map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'ephemeral',
    'floating',
    'snat',
  ])
})

test('shows problems at their fields, and keeps the draft after a refusal', async ({
  page,
  make,
  project,
}) => {
  await make(`/v1/instances?project=${project}`, instance('taken', { start: false }))
  await make(`/v1/disks?project=${project}`, blank('used'))
  const sent: string[] = []
  page.on('request', (one) => one.method() === 'POST' && sent.push(one.url()))
  await page.goto(`/projects/${project}/instances-new`)
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const create = page.getByRole('button', { name: 'Create instance' })
  await name.press('Enter')
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(name).toBeFocused()
  await name.fill('taken')

  await page.getByRole('tab', { name: 'Blank disk' }).click()
  await page.getByRole('textbox', { name: /^Disk name/ }).fill('used')
  await page.getByRole('radio', { name: 'Custom' }).check()
  await page.getByRole('button', { name: 'Show advanced settings' }).click()
  await page.getByRole('textbox', { name: /^User Data/ }).fill('ü'.repeat(16 * 1024 + 1))
  await page.getByRole('tab', { name: 'Custom' }).click()
  await page.getByRole('textbox', { name: 'CPUs' }).fill('255')
  await create.click()
  await expect(page.getByText('Can be at most 254')).toBeVisible()
  await expect(page.getByText('Name is already in use')).toBeVisible()
  await expect(page.getByText('At least one network interface must be given')).toBeVisible()
  await expect(page.getByText('Must be at most 32 KiB, it has 32770 bytes')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'CPUs' })).toBeFocused()
  expect(sent).toEqual([])

  // A warning shows that the instance exceeds the quota, and doesn't block the form.
  await page.getByRole('textbox', { name: 'CPUs' }).fill('254')
  await page.getByRole('textbox', { name: 'Memory (GiB)' }).fill('1536')
  await page.getByRole('textbox', { name: /^Disk name/ }).fill('fresh')
  await page.getByRole('radio', { name: 'None' }).check()
  await page.getByRole('textbox', { name: /^User Data/ }).fill('#cloud-config')
  await create.click()
  await expect(page.getByText('Instance name already exists')).toBeVisible()
  await expect(page.getByText('Name already exists', { exact: true })).toBeVisible()
  await expect(name).toBeFocused()
  await expect(page.getByRole('textbox', { name: /^User Data/ })).toHaveValue('#cloud-config')
  await name.fill('free')
  await page.getByRole('link', { name: 'Disks', exact: true }).click()
  await page.getByRole('button', { name: 'Continue editing' }).click()
  await expect(name).toHaveValue('free')
  await create.click()
  await expect(page).toHaveURL(`/projects/${project}/instances/free/storage`)
})

test('creates an instance and a disk like others', async ({ page, make, project }) => {
  const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
  const boot = { type: 'create', name: 'web-boot', description: '', size: 3 * 2 ** 30, disk_backend: blank }
  await make(`/v1/instances?project=${project}`, {
    ...instance('web', { start: false, memory: 3 * 2 ** 30, boot_disk: boot }),
  })
  await page.goto(`/projects/${project}/instances`)
  await act(page, page.getByRole('row').filter({ hasText: 'web' }), 'Create like this')
  await expect(page.getByText('Filled in from web.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('web-2')
  await expect(page.getByRole('tab', { name: 'Blank disk' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('textbox', { name: 'Disk size (GiB)' })).toHaveValue('3')
  await page.getByRole('button', { name: 'Create instance' }).click()
  await expect(page.getByRole('heading', { name: 'web-2', level: 1 })).toBeVisible()
  const made = await (await page.request.get(`/v1/instances/web-2?project=${project}`)).json()
  expect(made).toMatchObject({ ncpus: 1, memory: 3 * 2 ** 30, hostname: 'web-2' })

  await page.goto(`/projects/${project}/disks`)
  await act(
    page,
    page.getByRole('row').filter({ has: page.getByRole('link', { name: 'web-boot', exact: true }) }),
    'Create like this',
  )
  const panel = page.getByRole('dialog', { name: 'Create disk' })
  await expect(panel.getByText('Filled in from web-boot.')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('web-boot-2')
  await panel.getByRole('button', { name: 'Create disk' }).click()
  await expect(page.getByText('Disk web-boot-2 created')).toBeVisible()
})
