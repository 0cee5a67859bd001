import { writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { selfSigned } from '../../contract/test/certificates.ts'
import { TLS_SERVER_URL } from '../places.ts'
import { expect, test } from './fixtures.ts'
import { withOwnServer } from './own-server.ts'

/** Opens windows of a browser, each of which is in front. */
async function openWindows(page: Page, count: number, path: string): Promise<Page[]> {
  const windows = [page]
  while (windows.length < count) windows.push(await page.context().newPage())
  for (const window of windows) {
    await window.goto(path)
    await expect(window.getByText('No disks')).toBeVisible()
  }
  return windows
}

const disk = (name: string) => ({
  name,
  description: '',
  size: 2 ** 30,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})

/** Makes a disk in the last window, and expects all windows to show it. */
async function expectNews(windows: Page[], name: string): Promise<void> {
  const last = windows.at(-1)!
  await last.getByRole('link', { name: 'New disk' }).first().click()
  const panel = last.getByRole('dialog', { name: 'Create disk' })
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await panel.getByRole('button', { name: 'Create disk' }).click()
  for (const window of windows) await expect(window.getByRole('link', { name })).toBeVisible()
}

test('seven visible windows show each change over HTTP/1.1, for which a browser has six connections', async ({
  page,
  project,
  make,
}) => {
  const windows = await openWindows(page, 7, `/projects/${project}/disks`)
  await expectNews(windows, 'first')
  await make(`/v1/disks?project=${project}`, disk('second'))
  for (const window of windows) await expect(window.getByRole('link', { name: 'second' })).toBeVisible()
})

const overTls = test.extend<{ server: void }>({
  // Comes before the page, which signs in.
  server: [
    async ({ baseURL }, use, testInfo) => {
      const { key, cert } = selfSigned({ commonName: 'localhost' })
      const [keyFile, certFile] = [testInfo.outputPath('key.pem'), testInfo.outputPath('cert.pem')]
      writeFileSync(keyFile, key)
      writeFileSync(certFile, cert)
      await withOwnServer(baseURL!, () => use(), ['--tls-key', keyFile, '--tls-certificate', certFile])
    },
    { auto: true },
  ],
})

overTls.describe(() => {
  overTls.use({ baseURL: TLS_SERVER_URL, ignoreHTTPSErrors: true })

  overTls('nine visible windows show each change over HTTP/2', async ({ page, project }) => {
    const windows = await openWindows(page, 9, `/projects/${project}/disks`)
    const protocols = await page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].map(
        (entry) => (entry as PerformanceResourceTiming).nextHopProtocol,
      ),
    )
    expect(new Set(protocols)).toEqual(new Set(['h2']))
    await expectNews(windows, 'first')
  })
})
