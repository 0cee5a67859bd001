import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { imageFile, patterned, qcow2Of } from '../../test/image-files.ts'
import { begin, expectImported, expectNothingLeft, upload } from '../../test/uploads.ts'

const MiB = 1024 * 1024

/** A bit more than 3 MB: content, zeros, and content that ends within a chunk. */
function disk(): Uint8Array {
  const bytes = new Uint8Array(3 * MiB + 2 * 65536)
  bytes.set(patterned(MiB + 12, 1))
  bytes.set(new TextEncoder().encode('EFI PART'), 512)
  bytes.set(patterned(65536 * 3, 2), bytes.length - 65536 * 3)
  return bytes
}

test('creates an image with the bytes of the file, and leaves nothing else behind', async () => {
  const [terminal, cloud] = await begin()
  const bytes = disk()
  const done = await upload(terminal, imageFile('debian.raw', bytes), '--description', 'of a test', '--json')
  expect(done).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(done.out)).toMatchObject({
    name: 'debian',
    os: 'debian',
    version: '13',
    description: 'of a test',
    block_size: 512,
  })
  expectImported(cloud, bytes)
  await expectNothingLeft(terminal)

  const again = await upload(terminal, imageFile('debian.raw', bytes))
  expect(again).toMatchObject({ code: 1, err: 'granary: an image named debian already exists in shop\n' })
})

test('uploads the disk of a qcow2 file, including compressed clusters', async () => {
  const [terminal, cloud] = await begin()
  const bytes = disk()
  const file = qcow2Of(bytes)
  expect(file.length).not.toBe(bytes.length)
  const done = await upload(terminal, imageFile('debian.qcow2', file), '--block-size', '512')
  expect(done).toMatchObject({ code: 0, err: expect.stringMatching(/of zeros did not have to be sent\.\n$/) })
  expect(done.out).toMatch(/^name +debian$/m)
  expectImported(cloud, bytes)
  await expectNothingLeft(terminal)
})

test('shows one line of progress on a terminal, and none to a program', async () => {
  const [terminal] = await begin()
  terminal.watch(100)
  const bytes = disk()
  const shown = await upload(terminal, imageFile('debian.raw', bytes))
  expect(shown.code).toBe(0)
  expect(shown.err).toContain('\r\u001b[KCreate temporary disk …')
  expect(shown.err).toMatch(/debian\.raw {2}\d+ % {2}\d\.\d\d MiB \/ 3\.13 MiB|debian\.raw {2}\d+ % {2}0 B/)
  expect((await terminal.granary('image', 'delete', 'debian', '--project', 'shop')).code).toBe(0)
  expect(await upload(terminal, imageFile('debian.raw', bytes), '--json')).toMatchObject({ code: 0, err: '' })
})

test('an interruption deletes disk and snapshot, and a second one names the leftovers', async () => {
  const [terminal] = await begin()
  terminal.watch(100)
  const file = imageFile('debian.raw', patterned(40 * MiB, 3))
  const first = upload(terminal, file)
  await expect.poll(terminal.said, { interval: 5 }).toContain('debian.raw')
  terminal.interrupt()
  expect(await first).toMatchObject({ code: 130, err: expect.stringMatching(/granary: interrupted\n$/) })
  await expectNothingLeft(terminal)

  const second = upload(terminal, file)
  await expect.poll(terminal.said, { interval: 5 }).toContain('debian.raw')
  terminal.interrupt()
  terminal.interruptAgain()
  const ended = await second
  expect(ended.code).toBe(130)
  expect(ended.err).toMatch(
    /the disk tmp-for-image-\d+ and the snapshot tmp-snapshot-\d+ may be left; --resume continues/,
  )
})

test('refuses an unsuitable file with the reason, before it creates anything', async () => {
  const [terminal] = await begin()
  const folder = mkdtempSync(join(tmpdir(), 'granary-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const good = imageFile('debian.raw', new Uint8Array(4096))
  const reasonOf = async (file: string, ...more: string[]) => {
    const { code, err } = await upload(terminal, file, ...more)
    expect(code, err).toBe(2)
    return err
  }
  expect(await reasonOf(join(folder, 'none'))).toContain('none cannot be read: there is no such file')
  expect(await reasonOf(folder)).toContain('is a folder')
  expect(await reasonOf('/dev/null')).toContain('is not a regular file')
  expect(await reasonOf(imageFile('empty.raw', new Uint8Array()))).toContain('The file is empty')
  expect(await reasonOf(imageFile('odd.raw', new Uint8Array(1000)))).toContain('multiple of the block size')
  const vmdk = new Uint8Array(4096)
  vmdk.set(new TextEncoder().encode('KDMV'))
  expect(await reasonOf(imageFile('debian.vmdk', vmdk))).toContain('a VMDK image')
  const torn = qcow2Of(new Uint8Array(65536)).slice(0, 70000)
  expect(await reasonOf(imageFile('torn.qcow2', torn))).toContain('damaged')
  expect(await reasonOf(good, '--block-size', '1024')).toContain('must be one of 512, 2048, 4096')
  expect(await reasonOf(good, '--name', 'Debian')).toContain('--name: Can only contain lower-case letters')
  expect(await reasonOf(good, '--os', ' ')).toContain('--os: OS is required')
  if (process.getuid?.() !== 0) {
    chmodSync(good, 0)
    expect(await reasonOf(good)).toContain('it must not be read')
  }
  const missing = await terminal.granary('image', 'upload', good, '--project', 'shop')
  expect(missing.code).toBe(2)
  await expectNothingLeft(terminal)
})

test('a refusal, a missing token and an unreachable server have their exit codes', async () => {
  const [terminal, cloud] = await begin()
  const file = imageFile('debian.raw', disk())
  expect(await upload(terminal, file, '--project', 'none')).toMatchObject({
    code: 1,
    err: expect.stringContaining('project'),
  })
  terminal.environment.GRANARY_TOKEN = 'granary-token-of-nobody'
  expect((await upload(terminal, file)).code).toBe(3)
  await cloud.stop()
  expect((await upload(terminal, file)).code).toBe(4)
})

test('uses the block size of a CD for a CD image', async () => {
  const [terminal] = await begin()
  const bytes = new Uint8Array(65536)
  bytes.set(new TextEncoder().encode('CD001'), 0x8001)
  const done = await upload(terminal, imageFile('debian.iso', bytes), '--json')
  expect(JSON.parse(done.out)).toMatchObject({ block_size: 2048 })
})
