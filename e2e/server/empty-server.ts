import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base } from '../jitter/jitter.ts'
import { withOwnServer } from './own-server.ts'

const FILE = randomBytes(1_048_576)
export const PUBLIC_KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ4bwfNBtMTFpzGnAZFsF9RnLpLVTSC0CPWBZN6YlQ8Y me@example'

/** Tests of an empty server at the base URL, which may fetch images from a publisher's site. */
export const test = base.extend<{ mirror: string; server: void }>({
  /** A publisher's site with an image and its checksum. */
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures that it needs from the pattern
  mirror: async ({}, use) => {
    const site = createServer((request, response) => {
      const sums = `${createHash('sha256').update(FILE).digest('hex')} *debian.img\n`
      response.end(request.url === '/SHA256SUMS' ? sums : FILE)
    })
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    await use(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
    site.closeAllConnections()
    site.close()
  },
  /** A server that has the image in its catalog. */
  server: [
    async ({ baseURL, mirror }, use, testInfo) => {
      const catalog = testInfo.outputPath('catalog.json')
      const image = {
        name: 'debian-13',
        os: 'Debian',
        version: '13',
        architecture: 'x86_64',
        url: `${mirror}/debian.img`,
        checksum_url: `${mirror}/SHA256SUMS`,
        default_user: 'debian',
      }
      writeFileSync(catalog, JSON.stringify({ images: [image] }))
      const flags = ['--image-networks', '127.0.0.1', '--image-catalog', catalog]
      await withOwnServer(baseURL!, () => use(), flags)
    },
    { auto: true },
  ],
})
