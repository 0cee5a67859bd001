import { randomFillSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

const MiB = 1024 * 1024

async function fillIn(page: Page, file: string) {
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('radio', { name: 'A file' }).check()
  await panel.getByRole('textbox', { name: 'Name' }).fill('debian')
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByRole('textbox', { name: 'Version' }).fill('13')
  await panel.getByLabel('Image file').setInputFiles(file)
  return panel
}

/** Begins an upload and closes its tab halfway. */
async function interrupt(page: Page, project: string, file: string): Promise<void> {
  const tab = await page.context().newPage()
  let arrived = 0
  await tab.route(/\/(bulk-write|blocks)\?/, async (route) => {
    // Some chunks arrive, the others never do.
    if (arrived++ < 4) await route.continue().catch(() => {})
  })
  await tab.goto(`/projects/${project}/images-new`)
  const panel = await fillIn(tab, file)
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await expect.poll(() => arrived).toBeGreaterThan(4)
  await tab.close()
}

test('resumes an upload with the same file after its tab was closed, or cleans it up', async ({
  page,
  project,
}, testInfo) => {
  test.setTimeout(240_000)
  const bytes = Buffer.alloc(12 * MiB)
  randomFillSync(bytes, 0, 8 * MiB)
  const file = testInfo.outputPath('debian.raw')
  writeFileSync(file, bytes)
  await interrupt(page, project, file)

  await page.goto(`/projects/${project}/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await expect(panel.getByText('An upload of debian.raw has not finished')).toBeVisible()
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(panel.getByText('Continuing the upload of debian.raw')).toBeVisible()
  await expect(panel.getByRole('textbox', { name: 'Name' })).toHaveValue('debian')
  await expect(panel.getByRole('textbox', { name: 'OS' })).toHaveValue('debian')
  await expect(panel.getByRole('textbox', { name: 'Version' })).toHaveValue('13')
  await expect(panel.getByLabel('Image file')).toBeFocused()
  await panel.getByLabel('Image file').setInputFiles(file)
  await panel.getByRole('button', { name: 'Upload image' }).click()
  const progress = page.getByRole('dialog', { name: 'Image upload progress' })
  const done = progress.getByRole('button', { name: 'Done' })
  // The comparison reads the whole disk of 1 GiB, in sixteen requests one after the other.
  await expect(done).not.toHaveAttribute('aria-disabled', 'true', { timeout: 120_000 })
  await expect(progress.getByText(/was already there or is all zeros/)).toBeVisible()
  await done.click()
  await expect(page.getByRole('row', { name: /debian/ })).toBeVisible()
  const left = async () => (await (await page.request.get(`/v1/disks?project=${project}`)).json()).items
  expect(await left()).toEqual([])

  expect((await page.request.delete(`/v1/images/debian?project=${project}`)).status()).toBe(204)
  await interrupt(page, project, file)
  await page.goto(`/projects/${project}/images-new`)
  await panel.getByRole('button', { name: 'Clean up' }).click()
  await page.getByRole('dialog', { name: 'Clean up upload' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('dialog', { name: 'Clean up upload' })).toHaveCount(0)
  await expect(panel).toBeVisible()
  await expect(panel.getByText('An upload of debian.raw has not finished')).toHaveCount(0)
  expect(await left()).toEqual([])
})

test('does not resume a running upload in a second window, and pauses it while signed out', async ({
  page,
  project,
}, testInfo) => {
  const bytes = Buffer.alloc(12 * MiB)
  randomFillSync(bytes)
  const file = testInfo.outputPath('debian.raw')
  writeFileSync(file, bytes)
  const held = Promise.withResolvers<void>()
  await page.route(/\/blocks\?/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/projects/${project}/images-new`)
  await fillIn(page, file)
  await page.getByRole('button', { name: 'Upload image' }).click()
  const progress = page.getByRole('dialog', { name: 'Image upload progress' })
  await expect(progress.getByRole('progressbar')).toBeVisible()

  const second = await page.context().newPage()
  await second.goto(`/projects/${project}/images-new`)
  const panel = second.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('button', { name: 'Continue' }).click()
  await panel.getByLabel('Image file').setInputFiles(file)
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await expect(panel.getByText(/still going on elsewhere/)).toBeVisible()
  await second.close()

  await page.request.post('/v1/logout')
  held.resolve()
  await expect(progress.getByText('Your session has ended')).toBeVisible()
  await signIn(page.request)
  const done = progress.getByRole('button', { name: 'Done' })
  await expect(done).not.toHaveAttribute('aria-disabled', 'true', { timeout: 90_000 })
  await expect(progress.getByText('Your session has ended')).toHaveCount(0)
})

test('finishes an upload without its file when all chunks have arrived', async ({ page, make, project }) => {
  const disk = await make(`/v1/disks?project=${project}`, {
    name: 'tmp-for-image-7',
    description:
      'temporary disk for importing the image debian (OS "debian", version "13", 1048576 bytes) from debian.raw',
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source: { type: 'importing_blocks', block_size: 512 } },
  })
  const finalize = () =>
    page.request.post(`/v1/disks/${disk.id}/finalize`, { data: { snapshot_name: 'tmp-snapshot-7' } })
  await expect.poll(async () => (await finalize()).status()).toBe(204)
  await page.goto(`/projects/${project}/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect(panel.getByText('The whole file has arrived')).toBeVisible()
  await expect(panel.getByLabel('Image file')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Upload image' }).click()
  const progress = page.getByRole('dialog', { name: 'Image upload progress' })
  const done = progress.getByRole('button', { name: 'Done' })
  await expect(done).not.toHaveAttribute('aria-disabled', 'true')
  await done.click()
  await expect(page.getByRole('row', { name: /debian/ })).toBeVisible()
  const { items } = await (await page.request.get(`/v1/disks?project=${project}`)).json()
  expect(items).toEqual([])
})
