import { describeDisk } from '@granary/image-upload/temporary.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Cloud } from '../../test/cloud.ts'
import { imageFile, patterned } from '../../test/image-files.ts'
import type { Terminal } from '../../test/terminal.ts'
import { begin, expectImported, expectNothingLeft, upload } from '../../test/uploads.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const MiB = 1024 * 1024
const PIECE = 512 * 1024
/** Several pieces, so that the upload still runs when its first bytes have arrived. */
const LARGE = 16 * MiB
const IMAGE = { name: 'debian', fileName: 'debian.raw', os: 'debian', version: '13' }
const FLAGS = ['--project', 'shop', '--name', 'debian', '--os', 'debian', '--version', '13']

/** An upload in its own process, of which some bytes have arrived. */
async function startedUpload(terminal: Terminal, { folder }: Cloud, file: string) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, ...terminal.environment }
  const errors = join(folder, 'errors.txt')
  const child = spawn(process.execPath, [MAIN, 'image', 'upload', ...FLAGS, file], {
    env,
    stdio: ['ignore', 'ignore', openSync(errors, 'w')],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const blocks = join(folder, 'blocks')
  const arrived = () => existsSync(blocks) && readdirSync(blocks).some((name) => name.endsWith('.data'))
  await vi.waitUntil(arrived, { timeout: 60_000, interval: 5 })
  return { child, ended, said: () => readFileSync(errors, 'utf8') }
}

/** The disk of a running upload, with these bytes at these offsets. */
async function begun({ send, cookie }: Cloud, pieces: [number, Uint8Array][]): Promise<void> {
  const post = async (path: string, body: unknown) => {
    const answer = await send('POST', path, body, { cookie })
    expect(answer.status, await answer.clone().text()).toBeLessThan(300)
  }
  const disk_source = { type: 'importing_blocks', block_size: 512 }
  await post('/v1/disks?project=shop', {
    name: 'tmp-for-image-7',
    description: describeDisk({ ...IMAGE, contents: { size: PIECE } }),
    size: 2 ** 30,
    disk_backend: { type: 'distributed', disk_source },
  })
  const start = async () => {
    const path = '/v1/disks/tmp-for-image-7/bulk-write-start?project=shop'
    return (await send('POST', path, undefined, { cookie })).status
  }
  await expect.poll(start).toBe(204)
  for (const [offset, bytes] of pieces)
    await post('/v1/disks/tmp-for-image-7/bulk-write?project=shop', {
      offset,
      base64_encoded_data: Buffer.from(bytes).toString('base64'),
    })
}

test('lists a killed upload, and resumes it without resending bytes, with the correct result', async () => {
  const [terminal, cloud] = await begin()
  const bytes = patterned(LARGE + 512, 4)
  const file = imageFile('debian.raw', bytes)
  const { child, ended } = await startedUpload(terminal, cloud, file)
  child.kill('SIGKILL')
  expect(await ended).toEqual([null, 'SIGKILL'])

  const [unfinished, ...more] = JSON.parse(
    (await terminal.granary('image', 'upload-list', '--project', 'shop', '--json')).out,
  )
  expect(more).toEqual([])
  expect(unfinished).toMatchObject({
    image: 'debian',
    file: 'debian.raw',
    state: 'importing_from_bulk_writes',
  })
  const done = await upload(terminal, file, '--resume')
  expect(done.err).toMatch(/^(\d.*) did not have to be sent\.$/m)
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^name +debian$/m) })
  expectImported(cloud, bytes)
  await expectNothingLeft(terminal)
})

test('a second interruption exits immediately and names the leftovers', async () => {
  const [terminal, cloud] = await begin()
  const file = imageFile('debian.raw', patterned(LARGE, 4))
  const { child, ended, said } = await startedUpload(terminal, cloud, file)
  child.kill('SIGINT')
  // The server runs in this thread and can't answer during this loop, so the clean-up doesn't end before the second interruption.
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (let tries = 0; !said().includes('Deleting the temporary') && tries < 60_000; tries++)
    Atomics.wait(pause, 0, 0, 1)
  child.kill('SIGINT')
  expect(await ended).toEqual([130, null])
  expect(said()).toMatch(/upload-clean-up tmp-for-image-\d+ --project shop` deletes them\n$/)
})

test('the image has the bytes of the file, whatever was on the disk before', async () => {
  const [terminal, cloud] = await begin()
  const bytes = patterned(3 * MiB + 512, 5)
  bytes.fill(0, PIECE, 2 * PIECE)
  await begun(cloud, [
    [0, bytes.subarray(0, PIECE)],
    // Other content in the file's zeros, at its end, and after it.
    [PIECE, patterned(PIECE, 6)],
    [3 * MiB, patterned(PIECE, 7)],
    [20 * MiB, patterned(PIECE, 8)],
  ])
  const done = await upload(terminal, imageFile('debian.raw', bytes), '--resume')
  expect(done).toMatchObject({ code: 0, err: expect.stringContaining('512 KiB did not have to be sent') })
  expectImported(cloud, bytes)
  await expectNothingLeft(terminal)
})

test('an upload that was killed after all bytes had arrived only creates the image, from the same file only', async () => {
  const [terminal, cloud] = await begin()
  const bytes = patterned(PIECE, 9)
  await begun(cloud, [[0, bytes]])
  const { send, cookie } = cloud
  for (const [step, body] of [
    ['bulk-write-stop', undefined],
    ['finalize', { snapshot_name: 'tmp-snapshot-7' }],
  ] as const) {
    const path = `/v1/disks/tmp-for-image-7/${step}?project=shop`
    expect((await send('POST', path, body, { cookie })).status).toBe(204)
  }
  const resume = (file: string) =>
    terminal.granary('image', 'upload', '--project', 'shop', '--name', 'debian', '--resume', file)
  const wrong = await resume(imageFile('debian.raw', patterned(2 * PIECE, 9)))
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('not the file that was uploaded') })
  const done = await resume(imageFile('debian.raw', bytes))
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^os +debian$/m) })
  expectImported(cloud, bytes)
  await expectNothingLeft(terminal)
})

test('refuses to resume with a reason and keeps the disk, which can be cleaned up', async () => {
  const [terminal, cloud] = await begin()
  const file = imageFile('debian.raw', patterned(PIECE, 9))
  expect(await upload(terminal, file, '--resume')).toMatchObject({
    code: 1,
    err: expect.stringContaining('no upload of an image debian into shop is unfinished'),
  })
  await begun(cloud, [[0, patterned(PIECE, 9)]])
  const wrong = await upload(terminal, file, '--resume', '--block-size', '4096')
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('started with blocks of 512 bytes') })

  const cleanUp = (disk: string) => terminal.granary('image', 'upload-clean-up', disk, '--project', 'shop')
  expect((await cleanUp('data')).code).toBe(2)
  expect((await cleanUp('tmp-for-image-8')).code).toBe(1)
  expect(await cleanUp('tmp-for-image-7')).toMatchObject({ code: 0, err: '' })
  await expectNothingLeft(terminal)
  expect((await terminal.granary('image', 'upload-list', '--project', 'shop')).err).toBe('No results\n')
})
