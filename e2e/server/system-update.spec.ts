import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { readFolder } from '../../scripts/release/folder.ts'
import { makeKey, readKey } from '../../scripts/release/keys.ts'
import { makeRelease } from '../../scripts/release/release.ts'
import { makeRoot } from '../../scripts/release/root.ts'
import { writeZip } from '../../scripts/release/zip.ts'
import { UPDATE_SERVER_URL } from '../places.ts'
import { expect, test as base } from './fixtures.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

const FAST_UPDATES = import.meta.resolve('./fast-updates.ts')

const test = base.extend<{ server: OwnServer }>({
  // Comes before the page, which signs in. A small rack, because its parts are updated one after another.
  server: [
    async ({ baseURL }, use) => withOwnServer(baseURL!, use, ['--simulated-sleds', '1'], [FAST_UPDATES]),
    { auto: true },
  ],
})
test.use({ baseURL: UPDATE_SERVER_URL })

const expires = new Date(Date.now() + 86_400_000)
const rootKey = readKey(makeKey())
const releaseKey = readKey(makeKey())
const root = makeRoot({
  rootKeys: [rootKey],
  releaseKeys: [releaseKey],
  threshold: 1,
  releaseThreshold: 1,
  expires,
})

/** Makes a signed release. @returns its file. */
async function release(version: string, folder: string): Promise<string> {
  for (const kind of ['sled', 'switch']) {
    mkdirSync(join(folder, kind), { recursive: true })
    writeFileSync(join(folder, kind, 'software.img'), `${kind} ${version}`)
  }
  const files = await readFolder(folder, version)
  const path = `${folder}.zip`
  await writeZip(path, makeRelease({ version, files, roots: [root], releaseKeys: [releaseKey], expires }))
  return path
}

/** Uploads a release, as an operator does on the command line. */
async function upload(page: Page, version: string, folder: string): Promise<void> {
  const path = await release(version, folder)
  const answer = await page.request.put(`/v1/system/update/repositories?file_name=release-${version}.zip`, {
    data: readFileSync(path),
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

test('updates the system to a release, and offers no way back', async ({ page }, testInfo) => {
  test.setTimeout(120_000)
  await page.goto('/system/update')
  await expect(page.getByText('granary system-update upload')).toBeVisible()
  const first = await release('1.0.0', testInfo.outputPath('1.0.0'))
  const offer = async (path: string) => {
    await page.getByRole('link', { name: 'Upload release' }).click()
    const panel = page.getByRole('dialog', { name: 'Upload release' })
    await panel.getByLabel('File of the release').setInputFiles(path)
    await panel.getByRole('button', { name: 'Upload release' }).click()
    return panel
  }
  const refused = await offer(first)
  await expect(refused.getByRole('alert')).toContainText('trust root')
  await refused.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Add trust root' }).click()
  const add = page.getByRole('dialog', { name: 'Add trust root' })
  await add
    .getByLabel('Root document')
    .setInputFiles({ name: 'root.json', mimeType: 'application/json', buffer: Buffer.from(root) })
  await add.getByRole('button', { name: 'Add trust root' }).click()
  const roots = page.getByRole('list', { name: 'Trust roots' }).getByRole('listitem')
  await expect(roots).toContainText(/Version 1\s*Added .*Expires /)
  await offer(first)
  await expect(page.getByText('Release 1.0.0 uploaded')).toBeVisible()
  await upload(page, '1.1.0', testInfo.outputPath('1.1.0'))

  // The new releases appear by themselves, the newest first.
  const releases = page.getByRole('list', { name: 'Releases' }).getByRole('listitem')
  await expect(releases).toHaveCount(2)
  await expect(releases.first()).toContainText('1.1.0')
  await expect(page.getByText(/ KiB of 64 GiB used on this server/)).toBeVisible()
  const property = (label: string) =>
    page.getByLabel('Properties table').locator('div').filter({ hasText: label }).getByRole('definition')
  await expect(property('Target release')).toHaveText('—')

  await page.getByRole('button', { name: '1.1.0 actions' }).click()
  await page.getByRole('menuitem', { name: 'Set as target release' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set target release' })
  await expect(dialog).toContainText('1.1.0')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Target release updated')).toBeVisible()
  await expect(releases.first()).toContainText('Target')
  await expect(property('Target release')).toHaveText('1.1.0')

  await page.getByRole('button', { name: '1.0.0 actions' }).click()
  const entry = page.getByRole('menuitem', { name: 'Set as target release' })
  await expect(entry).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete release' })).toContainText('1.0.0')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(releases).toHaveCount(1)
  await page.getByRole('button', { name: '1.1.0 actions' }).click()
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Trust root .* actions$/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Before the first release')).toBeVisible()

  await expect(property('Progress')).toContainText('100%', { timeout: 90_000 })
  await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(1)
})
