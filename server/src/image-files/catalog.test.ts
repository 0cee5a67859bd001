import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_CATALOG } from '@granary/domain/image-catalog.ts'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary.ts'
import { readCatalog } from './catalog.ts'

const OWN = {
  name: 'base',
  os: 'Debian',
  version: '13',
  architecture: 'x86_64',
  url: 'http://mirror.example/base.img',
  checksum_url: 'http://mirror.example/SHA256SUMS',
  default_user: 'debian',
}

function read(text: string) {
  const file = join(temporaryFolder(), 'images.json')
  writeFileSync(file, text)
  try {
    return readCatalog(file)
  } catch (error) {
    return (error as Error).message.replace(file, 'FILE')
  }
}

test('reads the catalog of an operator, or else the built-in one', () => {
  expect(readCatalog(null)).toBe(IMAGE_CATALOG)
  expect(read(JSON.stringify({ images: [OWN] }))).toMatchObject([
    { name: 'base', checksum: null, checksumUrl: OWN.checksum_url, defaultUser: 'debian', blockSize: 512 },
  ])
})

test.each([
  [
    JSON.stringify({ images: [{ ...OWN, url: 'ftp://a' }] }),
    /^--image-catalog: FILE: images\[0\]\.url: Must be/,
  ],
  [JSON.stringify([OWN]), /^--image-catalog: FILE: /],
  ['{', /^--image-catalog: FILE is not JSON: /],
])('refuses %s', (text, message) => expect(read(text)).toMatch(message))

test('refuses a file that does not exist', () =>
  expect(() => readCatalog('/no/such.json')).toThrow('--image-catalog: there is no file /no/such.json'))
