import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ReleaseRefused } from '@granary/control-plane/kit/base/release-files.ts'
import { expect, test } from 'vitest'
import { bodyOf, goodRelease, openFiles, ROOT, zipFile } from '../../test/releases.ts'
import { temporaryFolder } from '../../test/temporary.ts'

const ROOTS = [JSON.parse(ROOT) as unknown]
const HOST_OS = 'host os\n'.repeat(40_000)

const releaseFile = () => zipFile(goodRelease({ contents: { 'sled/host-os.img': HOST_OS } }))
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const incomingIn = (folder: string) => readdirSync(join(folder, 'incoming'))

/** A body that sends some bytes, and then ends as the test decides. */
function openBody(first: Uint8Array) {
  let control!: ReadableStreamDefaultController<Uint8Array>
  const cancelled = Promise.withResolvers<void>()
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      control = controller
      control.enqueue(first)
    },
    cancel: () => cancelled.resolve(),
  })
  return { body, fail: () => control.error(new Error('cut off')), cancelled: cancelled.promise }
}

test('keeps a release under its hash, and opens its artifacts', async () => {
  const folder = temporaryFolder()
  const files = await openFiles(folder)
  const path = await releaseFile()
  const received = await files.receive(await bodyOf(path), ROOTS)
  const hash = sha256(readFileSync(path))
  const artifact = { name: 'host-os', version: '1.2.0', kind: 'sled', hash: sha256(HOST_OS), size: 320_000 }
  expect(received).toMatchObject({ version: '1.2.0', hash, artifacts: [artifact] })
  expect([...(await files.sizes()).keys()]).toEqual([])
  await received.keep()
  expect([...(await files.sizes()).keys()]).toEqual([hash])
  expect(incomingIn(folder)).toEqual([])
  const kept = join(folder, `${hash}.zip`)
  expect(readFileSync(kept)).toEqual(readFileSync(path))
  expect(statSync(kept).mode & 0o077).toBe(0)
  expect(await new Response(await files.open(hash, artifact.hash)).text()).toBe(HOST_OS)
  await expect(files.open(hash, sha256('x'))).rejects.toThrow('has no file with the SHA-256')

  await (await files.receive(await bodyOf(path), ROOTS)).keep()
  await (await files.receive(await bodyOf(path), ROOTS)).discard()
  expect([...(await files.sizes()).keys()]).toEqual([hash])
  expect(incomingIn(folder)).toEqual([])

  await files.remove(hash)
  await files.remove(hash)
  expect([...(await files.sizes()).keys()]).toEqual([])
  await expect(files.open(hash, artifact.hash)).rejects.toThrow('is not on this server; upload it here again')
})

test('a stream of an artifact fails when the kept file has changed', async () => {
  const folder = temporaryFolder()
  const files = await openFiles(folder)
  const noise = randomBytes(20_000).toString('hex')
  const path = await zipFile(goodRelease({ contents: { 'sled/host-os.img': noise } }))
  const received = await files.receive(await bodyOf(path), ROOTS)
  await received.keep()
  const kept = join(folder, `${received.hash}.zip`)
  const bytes = readFileSync(kept)
  // Beyond the documents, amid the compressed content, whose coding this leaves intact or not.
  bytes[bytes.length - 3_000]! ^= 1
  writeFileSync(kept, bytes)
  const stream = await files.open(received.hash, sha256(noise))
  await expect(new Response(stream).text()).rejects.toThrow()
})

test('an upload that is cut off or refused leaves nothing behind', async () => {
  const folder = temporaryFolder()
  const files = await openFiles(folder)
  const { body, fail } = openBody(readFileSync(await releaseFile()).subarray(0, 1_000))
  const receiving = files.receive(body, ROOTS)
  await expect.poll(() => existsSync(join(folder, 'incoming')) && incomingIn(folder).length).toBe(1)
  fail()
  await expect(receiving).rejects.toThrow('the request ended before all of its body had come')
  expect(incomingIn(folder)).toEqual([])
  await expect(files.receive(new Response('no zip').body!, ROOTS)).rejects.toThrow(ReleaseRefused)
  // Refused before a byte of it is read.
  const unread = new ReadableStream<Uint8Array>({ pull: () => expect.unreachable() }, { highWaterMark: 0 })
  await expect(files.receive(unread, [])).rejects.toThrow('There is no trust root')
  expect(incomingIn(folder)).toEqual([])
})

test('receives one release at a time', async () => {
  const files = await openFiles()
  const first = openBody(Buffer.from('PK'))
  const receiving = files.receive(first.body, ROOTS)
  const second = files.receive(await bodyOf(await releaseFile()), ROOTS)
  await expect(second).rejects.toMatchObject({
    reason: 'busy',
    message: /^Another release is being uploaded/,
  })
  first.fail()
  await expect(receiving).rejects.toThrow()
  await (await files.receive(await bodyOf(await releaseFile()), ROOTS)).discard()
})

test('ends an upload that sends nothing, or more than is allowed', async () => {
  const folder = temporaryFolder()
  const silent = await openFiles(folder, { limits: { stall: 50 } })
  const slow = openBody(Buffer.from('PK'))
  await expect(silent.receive(slow.body, ROOTS)).rejects.toThrow('Nothing arrived for 0.05 seconds.')
  await slow.cancelled
  const brief = await openFiles(folder, { limits: { whole: 36 } })
  await expect(brief.receive(openBody(Buffer.from('PK')).body, ROOTS)).rejects.toThrow(
    'The upload took longer than 0.00001 hours.',
  )
  const small = await openFiles(folder, { limits: { max: 1_000 } })
  const large = openBody(Buffer.alloc(1_001))
  await expect(small.receive(large.body, ROOTS)).rejects.toThrow('The file is larger than 1000 bytes.')
  await large.cancelled
  expect(incomingIn(folder)).toEqual([])
})

test('ends an upload before it takes the last space', async () => {
  const folder = temporaryFolder()
  const sizes: number[] = []
  const hasSpaceFor = async () => {
    const [name] = incomingIn(folder)
    sizes.push(statSync(join(folder, 'incoming', name!)).size)
    return sizes.length < 3
  }
  const files = await openFiles(folder, { hasSpaceFor })
  const endless = new ReadableStream<Uint8Array>({
    pull: (control) => control.enqueue(Buffer.alloc(2 ** 20)),
  })
  await expect(files.receive(endless, ROOTS)).rejects.toMatchObject({ reason: 'no_space' })
  expect(sizes).toEqual([0, 16 * 2 ** 20, 32 * 2 ** 20])
  expect(incomingIn(folder)).toEqual([])
})

test('refuses a file for which the others leave too little space', async () => {
  const folder = temporaryFolder()
  const path = await releaseFile()
  const { size } = statSync(path)
  const files = await openFiles(folder, { limit: 2 * size })
  const refusal = {
    reason: 'no_space',
    message: expect.stringMatching(
      /^The releases on this server take [\d.]+ KiB of [\d.]+ KiB, which leaves too little for this file\. /,
    ) as string,
  }
  const first = await files.receive(await bodyOf(path), ROOTS)
  await first.keep()
  expect([...(await files.sizes()).values()]).toEqual([size])
  // Exactly as much as is left. It counts from its arrival on, also before it has its name.
  const second = await files.receive(await bodyOf(path), ROOTS, size)
  const another = Buffer.alloc(1)
  await expect(files.receive(new Response(another).body!, ROOTS)).rejects.toMatchObject(refusal)
  await second.discard()
  // Before a byte is read, if the sender announces too many; else as soon as they are too many.
  const unread = new ReadableStream<Uint8Array>({ pull: () => expect.unreachable() }, { highWaterMark: 0 })
  await expect(files.receive(unread, ROOTS, size + 1)).rejects.toMatchObject(refusal)
  const large = openBody(Buffer.alloc(size + 1))
  await expect(files.receive(large.body, ROOTS)).rejects.toMatchObject(refusal)
  await large.cancelled
  expect(incomingIn(folder)).toEqual([])
  await files.remove(first.hash)
  await (await files.receive(await bodyOf(path), ROOTS, size)).discard()
})

test('deletes what a killed process has left, and nothing else', async () => {
  const folder = temporaryFolder()
  const first = await openFiles(folder)
  const received = await first.receive(await bodyOf(await releaseFile()), ROOTS)
  await received.keep()
  mkdirSync(join(folder, 'incoming'), { recursive: true })
  writeFileSync(join(folder, 'incoming/left'), 'half a release')
  const second = await openFiles(folder)
  expect(existsSync(join(folder, 'incoming'))).toBe(false)
  expect([...(await second.sizes()).keys()]).toEqual([received.hash])
})

test('a stop ends running uploads at once, and refuses later ones', async () => {
  const folder = temporaryFolder()
  const files = await openFiles(folder)
  const refusal = { reason: 'busy', message: expect.stringContaining('The server is stopping.') as string }
  const slow = openBody(Buffer.from('PK'))
  const receiving = files.receive(slow.body, ROOTS)
  await expect.poll(() => existsSync(join(folder, 'incoming')) && incomingIn(folder).length).toBe(1)
  files.stop()
  await expect(receiving).rejects.toMatchObject(refusal)
  expect(incomingIn(folder)).toEqual([])
  await expect(files.receive(await bodyOf(await releaseFile()), ROOTS)).rejects.toMatchObject(refusal)
})
