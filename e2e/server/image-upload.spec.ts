import { expect, test } from './fixtures.ts'

const MiB = 1024 * 1024

/** A raw image: an EFI mark where blocks of 512 bytes have it, data at the end, and zeros between. */
function rawImage(size: number): Buffer {
  const bytes = Buffer.alloc(size)
  bytes.write('EFI PART', 512)
  for (let at = size - 4 * MiB; at < size; at += 4) bytes.writeUInt32LE(at, at)
  return bytes
}

async function fillIn(
  page: import('@playwright/test').Page,
  name: string,
  buffer: Buffer,
  fileName = 'debian.raw',
) {
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('radio', { name: 'A file' }).check()
  await panel.getByRole('textbox', { name: 'Name' }).fill(name)
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByRole('textbox', { name: 'Version' }).fill('13')
  await panel.getByLabel('Image file').setInputFiles({ name: fileName, mimeType: '', buffer })
  return panel
}

test('uploads an image, also over a lost connection, and leaves nothing else behind', async ({
  page,
  context,
  project,
}) => {
  await page.goto(`/projects/${project}/images`)
  await page.getByRole('link', { name: 'Upload image' }).click()
  const panel = await fillIn(page, 'debian', rawImage(24 * MiB))
  await expect(panel.getByText('might not be bootable')).toHaveCount(0)
  await expect(panel.getByText(/Storage left in your silo/)).toBeVisible()
  // The first chunks fail to connect, and the others wait until the user has seen it.
  const { promise: seen, resolve: see } = Promise.withResolvers<void>()
  let lost = 0
  await context.route('**/blocks?*', async (route) => {
    if (lost++ < 5) return route.abort()
    await seen
    return route.continue()
  })
  await panel.getByRole('button', { name: 'Upload image' }).click()
  const progress = page.getByRole('dialog', { name: 'Image upload progress' })
  await expect(progress.getByText('Connection lost')).toBeVisible()
  see()
  await expect(progress.getByText('Image uploaded successfully').first()).toBeVisible()
  await expect(progress.getByRole('button', { name: 'Done' })).not.toHaveAttribute('aria-disabled', 'true')
  await expect(progress.getByRole('progressbar', { name: 'Upload progress' })).toHaveAttribute(
    'aria-valuenow',
    '100',
  )
  await expect(progress.getByText(/of zeros did not have to be sent/)).toBeVisible()
  await expect(progress.getByText('24.00 MiB / 24.00 MiB')).toBeVisible()
  await progress.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /(^| )debian — debian 13 1 GiB/ })).toBeVisible()
  for (const kind of ['disks', 'snapshots'])
    expect((await (await page.request.get(`/v1/${kind}?project=${project}`)).json()).items).toEqual([])
})

test('pauses, resumes and cancels an upload, keeps the form and leaves nothing behind', async ({
  page,
  context,
  project,
}) => {
  await page.goto(`/projects/${project}/images-new`)
  const panel = await fillIn(page, 'debian', rawImage(8 * MiB))
  let held: (() => void)[] | null = []
  await context.route('**/blocks?*', async (route) => {
    if (held) await new Promise<void>((resolve) => held?.push(resolve))
    await route.continue().catch(() => {})
  })
  await panel.getByRole('button', { name: 'Upload image' }).click()
  const progress = page.getByRole('dialog', { name: 'Image upload progress' })
  await progress.getByRole('button', { name: 'Pause' }).click()
  await expect(progress.getByText('Paused')).toBeVisible()
  const waiting = held
  held = null
  for (const go of waiting) go()
  await progress.getByRole('button', { name: 'Resume' }).click()
  await expect(progress.getByText('Image uploaded successfully').first()).toBeVisible()
  await progress.getByRole('button', { name: 'Done' }).click()

  held = []
  await page.getByRole('link', { name: 'Upload image' }).click()
  await fillIn(page, 'second', rawImage(8 * MiB))
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await expect(progress.getByRole('button', { name: 'Pause' })).toBeVisible()
  page.once('dialog', (dialog) => void dialog.dismiss())
  await progress.getByRole('button', { name: 'Cancel' }).click()
  await expect(progress).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.keyboard.press('Escape')
  await expect(progress).toHaveCount(0)
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('second')
  await expect(panel.getByRole('button', { name: 'Upload image' })).not.toHaveAttribute('aria-busy', 'true')
  for (const kind of ['disks', 'snapshots'])
    expect((await (await page.request.get(`/v1/${kind}?project=${project}`)).json()).items).toEqual([])

  await panel.getByRole('textbox', { name: 'Name' }).fill('debian')
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await expect(panel.getByText('Image name already exists')).toBeVisible()
  await expect(progress).toHaveCount(0)
})

test('refuses a file that is not an image, with the reason', async ({ page, project }) => {
  await page.goto(`/projects/${project}/images-new`)
  const panel = await fillIn(page, 'debian', Buffer.alloc(0))
  await expect(panel.getByText('The file is empty')).toBeVisible()
  await fillIn(page, 'debian', Buffer.alloc(1000))
  await expect(panel.getByText('File size must be a multiple of the block size (512 bytes)')).toBeVisible()
  await fillIn(page, 'debian', Buffer.concat([Buffer.from('QFI\u00fb', 'latin1'), Buffer.alloc(1020)]))
  await expect(panel.getByText('qcow2 version 0 is not known')).toBeVisible()
  await fillIn(page, 'debian', Buffer.concat([Buffer.from('KDMV'), Buffer.alloc(1020)]))
  await expect(panel.getByText(/The file is a VMDK image/)).toBeVisible()
  await fillIn(page, 'debian', Buffer.alloc(64 * 1024), 'debian.raw.gz')
  await expect(panel.getByText('This image might not be bootable')).toBeVisible()
  const cd = Buffer.alloc(64 * 1024)
  cd.write('CD001', 0x8001)
  await fillIn(page, 'debian', cd, 'debian.iso')
  await expect(panel.getByText('Block size might be set incorrectly')).toBeVisible()
  await panel.getByRole('radio', { name: '2048' }).check()
  await expect(panel.getByText('Block size might be set incorrectly')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Clear file' }).click()
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await expect(panel.getByText('Image file is required')).toBeVisible()
})
