import { randomFillSync } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_SERVER_URL } from '../places.ts'
import { expect, test as base } from './fixtures.ts'
import { type OwnServer, withOwnServer } from './own-server.ts'

const MiB = 1024 * 1024

const test = base.extend<{ server: OwnServer }>({
  // Comes before the page, which signs in.
  server: [async ({ baseURL }, use) => withOwnServer(baseURL!, use), { auto: true }],
})
test.use({ baseURL: OWN_SERVER_URL })

/** Random bytes, a third of them zeros, whose last chunk is partial. */
function image(): Buffer {
  const bytes = Buffer.alloc(48 * MiB + 12 * 512)
  randomFillSync(bytes, 0, 16 * MiB)
  randomFillSync(bytes, 32 * MiB)
  return bytes
}

test('resumes an upload by itself after the server was killed, with the right bytes', async ({
  page,
  project,
  server,
}, testInfo) => {
  test.setTimeout(240_000)
  const bytes = image()
  const file = testInfo.outputPath('debian.raw')
  writeFileSync(file, bytes)
  await page.goto(`/projects/${project}/images-new`)
  const panel = page.getByRole('dialog', { name: 'Upload image' })
  await panel.getByRole('radio', { name: 'A file' }).check()
  await panel.getByRole('textbox', { name: 'Name' }).fill('debian')
  await panel.getByRole('textbox', { name: 'OS' }).fill('debian')
  await panel.getByRole('textbox', { name: 'Version' }).fill('13')
  await panel.getByLabel('Image file').setInputFiles(file)

  // Killed during the upload: some chunks have arrived, many have not.
  let arrived = 0
  const killed = new Promise<void>((resolve) =>
    page.on('response', (response) => {
      if (!/\/(bulk-write|blocks)\?/.test(response.url())) return
      if (++arrived === 8) void server.kill().then(resolve)
    }),
  )
  await panel.getByRole('button', { name: 'Upload image' }).click()
  await killed
  const progress = page.getByRole('dialog', { name: 'Image upload progress' })
  await expect(progress.getByText('Connection lost')).toBeVisible()
  await expect(progress.getByRole('progressbar', { name: 'Upload progress' })).not.toHaveAttribute(
    'aria-valuenow',
    '100',
  )
  await server.start()
  const done = progress.getByRole('button', { name: 'Done' })
  // The upload waits up to 15 seconds before it tries again, and then sends the rest.
  await expect(done).not.toHaveAttribute('aria-disabled', 'true', { timeout: 120_000 })
  await expect(progress.getByText('Connection lost')).toHaveCount(0)

  const blocks = join(server.folder, 'blocks')
  const volumes = readdirSync(blocks).filter((name) => name.endsWith('.data'))
  expect(volumes).toHaveLength(1)
  const found = readFileSync(join(blocks, volumes[0]!))
  expect(found.subarray(0, bytes.length).equals(bytes)).toBe(true)
  // Compares each byte with the one before: a call per byte of a disk of one gibibyte takes seconds.
  const rest = found.subarray(bytes.length)
  expect(rest[0] ?? 0).toBe(0)
  expect(rest.subarray(1).equals(rest.subarray(0, -1))).toBe(true)
  for (const kind of ['disks', 'snapshots'])
    expect((await (await page.request.get(`/v1/${kind}?project=${project}`)).json()).items).toEqual([])
})
