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

/** Makes a signed release and uploads it, as an operator does on the command line. */
async function upload(page: Page, version: string, folder: string): Promise<void> {
  for (const kind of ['sled', 'switch']) {
    mkdirSync(join(folder, kind), { recursive: true })
    writeFileSync(join(folder, kind, 'software.img'), `${kind} ${version}`)
  }
  const files = await readFolder(folder, version)
  const path = `${folder}.zip`
  await writeZip(path, makeRelease({ version, files, roots: [root], releaseKeys: [releaseKey], expires }))
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
  const answer = await page.request.post('/v1/system/update/trust-roots', { data: JSON.parse(root) })
  expect(answer.status(), await answer.text()).toBe(201)
  for (const version of ['1.0.0', '1.1.0']) await upload(page, version, testInfo.outputPath(version))

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
  await page.keyboard.press('Escape')

  await expect(property('Progress')).toContainText('100%', { timeout: 90_000 })
  await expect(page.getByRole('list', { name: 'Components' }).getByRole('listitem')).toHaveCount(1)
})
