import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { edit, filesOf, goodRelease, openFiles, receive, zipFile } from '../../test/releases.ts'

type Entries = ReturnType<typeof goodRelease>
type Patch = (file: Buffer<ArrayBuffer>) => Buffer

/** Receives a good release after a change of its entries, and of its bytes. */
async function attack(change: (entries: Entries) => void, patch?: Patch): Promise<string> {
  const entries = goodRelease()
  change(entries)
  return receive(await zipFile(entries, patch))
}

const nothing = () => {}
/** Signature of an entry in the list at the end of a zip file. */
const ENTRY = Buffer.from('PK\x01\x02')

/** Returns a patch that writes a number into the list's entry of a name. @param at offset within the entry. */
const patchEntry =
  (name: string, at: number, value: number, bytes: 2 | 4): Patch =>
  (file) => {
    let from = file.indexOf(ENTRY)
    while (file.toString('latin1', from + 46, from + 46 + name.length) !== name)
      from = file.indexOf(ENTRY, from + 4)
    file.writeUIntLE(value, from + at, bytes)
    return file
  }

/** Returns a patch that replaces a text of the same length everywhere, which the library for writing refuses. */
const rename =
  (from: string, to: string) =>
  (file: Buffer): Buffer<ArrayBuffer> =>
    Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1')

const IMAGE = 'targets/sled/host-os.img'

test.each<[string, string, string]>([
  ['leaves its folder', 'targets/../../../etc/cron', 'invalid relative path'],
  ['is absolute', '/etc/cron.d/granary-owned', 'absolute path'],
  ['has backslashes', 'targets\\..\\..\\evil-file', 'invalid characters in fileName'],
  ['hides a control character', 'targets/sled/host-\x1bs.img', 'not 1 to 256 printable ASCII'],
])('refuses a name that %s', async (_, name, why) => {
  const placeholder = `targets/${'a'.repeat(name.length - 8)}`
  const answer = await attack((entries) => entries.set(placeholder, { text: 'x' }), rename(placeholder, name))
  expect(answer).toMatch(/^ReleaseRefused: /)
  expect(answer).toContain(why)
})

test('refuses entries that are no plain files', async () => {
  const link = patchEntry(IMAGE, 38, 0o120_777 * 65_536, 4)
  expect(await attack(nothing, link)).toBe(
    `ReleaseRefused: The entry ${IMAGE} of the zip file is neither a file nor a folder.`,
  )
  expect(await attack(nothing, patchEntry(IMAGE, 8, 1, 2))).toBe(
    `ReleaseRefused: The entry ${IMAGE} of the zip file is encrypted.`,
  )
  expect(await attack(nothing, patchEntry(IMAGE, 10, 14, 2))).toBe(
    `ReleaseRefused: The entry ${IMAGE} of the zip file is compressed with another method than deflate.`,
  )
})

test('refuses a folder with content', async () => {
  const file = 'targets/sled/x'
  const asFolder: Patch = (zip) => rename(file, 'targets/sled//')(patchEntry(file, 38, 0, 4)(zip))
  expect(await attack((entries) => entries.set(file, { text: 'x' }), asFolder)).toBe(
    'ReleaseRefused: The entry targets/sled// of the zip file is a folder with content.',
  )
})

test('refuses two entries with one name', async () => {
  const other = 'targets/sled/host-xx.img'
  expect(await attack((entries) => entries.set(other, { text: 'evil' }), rename(other, IMAGE))).toBe(
    `ReleaseRefused: The zip file has two entries with the name ${IMAGE}.`,
  )
})

test('refuses files that no document lists, and misses files that one lists', async () => {
  expect(await attack((entries) => entries.set('targets/more', { text: 'x' }))).toBe(
    'ReleaseRefused: The zip file has targets/more, which metadata/targets.json does not list.',
  )
  expect(await attack((entries) => entries.set('run-me.sh', { text: 'x' }))).toMatch(/has run-me\.sh, which/)
  expect(await attack((entries) => entries.delete(IMAGE))).toBe(
    `ReleaseRefused: The zip file has no ${IMAGE}.`,
  )
  for (const role of ['timestamp', 'snapshot', 'targets'])
    expect(await attack((entries) => entries.delete(`metadata/${role}.json`))).toBe(
      `ReleaseRefused: The zip file has no metadata/${role}.json.`,
    )
})

test('refuses other bytes in a file, of the same length or not', async () => {
  expect(await attack((entries) => entries.set(IMAGE, { text: 'host oz' }))).toMatch(
    /^ReleaseRefused: targets\/sled\/host-os\.img is not the file that metadata\/targets\.json describes: expected hash/,
  )
  expect(await attack((entries) => entries.set(IMAGE, { text: 'host os and more' }))).toBe(
    `ReleaseRefused: ${IMAGE} has 16 bytes, but metadata/targets.json describes a file of 7 bytes.`,
  )
})

test('a bomb unpacks to no more than its signed size', async () => {
  const bomb = '0'.repeat(10_000_000)
  const release = goodRelease()
  release.set(IMAGE, { text: bomb })
  // The list of entries claims the signed size of 7 bytes.
  expect(await receive(await zipFile(release, patchEntry(IMAGE, 24, 7, 4)))).toMatch(
    /^ReleaseRefused: targets\/sled\/host-os\.img is not the file .* too many bytes in the stream\. expected 7/,
  )
  const document = goodRelease()
  document.set('metadata/timestamp.json', { text: bomb })
  expect(await receive(await zipFile(document))).toBe(
    'ReleaseRefused: metadata/timestamp.json has 10000000 bytes; at most 65536 are allowed.',
  )
  expect(
    await receive(await zipFile(document, patchEntry('metadata/timestamp.json', 24, 60_000, 4))),
  ).toMatch(
    /^ReleaseRefused: The entry metadata\/timestamp\.json of the zip file cannot be read: too many bytes/,
  )
  // Signed sizes beyond every disk.
  const petabyte = goodRelease()
  edit(petabyte, 'metadata/targets.json', '"length": 7', '"length": 1125899906842624')
  expect(await receive(await zipFile(petabyte))).toMatch(/is not the document that metadata\/snapshot/)
})

test('refuses files that are too large together', async () => {
  const size = 0xff_ff_ff_fe
  const { files, contents, artifacts } = filesOf({ 'sled/0.img': 'x' }, '1.2.0')
  for (let at = 0; at < 17; at++) {
    files.set(`sled/${at}.img`, { text: 'x' })
    contents.set(`sled/${at}.img`, { ...contents.get('sled/0.img')!, length: size })
  }
  const patch: Patch = (zip) => {
    for (const name of files.keys()) patchEntry(`targets/${name}`, 24, size, 4)(zip)
    return zip
  }
  const release = goodRelease({ files: { files, contents, artifacts } })
  expect(await receive(await zipFile(release, patch))).toMatch(
    /^ReleaseRefused: The files of the release have 730144\d+ bytes; at most 68719476736 are allowed\.$/,
  )
})

test('refuses entries that share their bytes', async () => {
  const packed = 100_000
  expect(await attack(nothing, patchEntry(IMAGE, 20, packed, 4))).toBe(
    'ReleaseRefused: Entries of the zip file overlap.',
  )
})

test('refuses too many entries, and too long a list of them', async () => {
  const many = (entries: Entries) => {
    for (let at = 0; at < 2_050; at++) entries.set(`targets/${at}`, { text: '' })
  }
  expect(await attack(many)).toBe('ReleaseRefused: The zip file has 2058 entries; at most 2048 are allowed.')
  const entries = goodRelease()
  for (let at = 0; at < 40; at++) entries.set(`targets/${at}`, { text: '' })
  expect(await receive(await zipFile(entries, undefined, { fileComment: 'x'.repeat(60_000) }))).toBe(
    'ReleaseRefused: The list of entries of the zip file is longer than 2097152 bytes.',
  )
})

test('refuses a file that is no zip, or ends early', async () => {
  const path = await zipFile(goodRelease())
  truncateSync(path, 2_000)
  expect(await receive(path)).toMatch(/^ReleaseRefused: The file is not a zip file that can be read: end of/)
  truncateSync(path, 0)
  expect(await receive(path)).toMatch(/^ReleaseRefused: The file is not a zip file that can be read: /)
})

test('reads zip64 files', async () => {
  expect(await receive(await zipFile(goodRelease(), undefined, { forceZip64Format: true }))).toBe('1.2.0')
})

test('any other byte in the list of entries is refused, or makes no difference', async () => {
  const path = await zipFile(goodRelease())
  const good = readFileSync(path)
  const files = await openFiles()
  const list = good.indexOf(ENTRY)
  const end = good.length - 22
  // The first two entries, and the end of the list.
  const third = good.indexOf(ENTRY, good.indexOf(ENTRY, list + 4) + 4)
  for (let at = list; at < good.length; at = at === third ? end : at + 1) {
    const changed = Buffer.from(good)
    changed[at]! ^= 0xff
    writeFileSync(path, changed)
    expect(await receive(path, { files }), `byte ${at}`).toMatch(/^(ReleaseRefused: .*\.|1\.2\.0)$/)
  }
})
