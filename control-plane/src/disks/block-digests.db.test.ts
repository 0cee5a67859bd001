import { LIMITS } from '@granary/domain/limits.ts'
import { DIGEST_BLOCK as BLOCK, GiB, MAX_DIGEST_RANGE } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let id: string
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  const disk_backend = { type: 'distributed', disk_source: { type: 'importing_blocks', block_size: 512 } }
  const body = { name: 'import', description: '', size: GiB, disk_backend }
  id = (await world.ask('POST', '/v1/disks?project=shop', body)).body.id
  await world.until(
    `/v1/disks/${id}`,
    (disk: { state: { state: string } }) => disk.state.state !== 'creating',
  )
})
afterAll(() => world.close())

const digests = (offset: number, length: number) =>
  world.ask('GET', `/experimental/v1/disks/${id}/block-digests?offset=${offset}&length=${length}`)
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')

test('refuses to compare a disk that is not importing', async () => {
  const { status, body } = await digests(0, BLOCK)
  expect([status, body.error_code]).toEqual([400, 'InvalidRequest'])
  expect(body.message).toContain('its state is import_ready, it must be importing_from_bulk_writes')
})

test('returns the digest of every block on the disk that is not all zeros', async () => {
  expect((await world.ask('POST', `/v1/disks/${id}/bulk-write-start`)).status).toBe(204)
  const [third, last] = [new Uint8Array(BLOCK), new Uint8Array(BLOCK)]
  third.fill(7, 512, 1536)
  last.fill(9, BLOCK - 512)
  const { compute } = world.services
  await compute.writeBlocks(id, 2 * BLOCK + 512, third.subarray(512, 1536))
  await compute.writeBlocks(id, GiB - 512, last.subarray(BLOCK - 512))

  const first = await digests(0, 4 * BLOCK)
  expect(first).toMatchObject({ status: 200 })
  expect(first.body).toEqual({
    items: [{ offset: 2 * BLOCK, length: BLOCK, sha256: await sha256(third) }],
  })
  // Blocks past the end are omitted.
  expect((await digests(GiB - BLOCK, 4 * BLOCK)).body).toEqual({
    items: [{ offset: GiB - BLOCK, length: BLOCK, sha256: await sha256(last) }],
  })
  expect((await digests(GiB, BLOCK)).body).toEqual({ items: [] })
})

test.each([
  [512, BLOCK, 'offset must be a multiple of 524288'],
  [0, 0, 'length must be at least 1'],
  [0, MAX_DIGEST_RANGE + 1, 'length must be at most 67108864'],
])('a range from %i of %i bytes is refused', async (offset, length, message) => {
  expect(await digests(offset, length)).toMatchObject({ status: 400, body: { message } })
})

test('a user may have few unanswered requests at once', async () => {
  const { compute } = world.services
  const mayRead = Promise.withResolvers<void>()
  const readBlocks = compute.readBlocks.bind(compute)
  const reads = vi.spyOn(compute, 'readBlocks').mockImplementation(async (...range) => {
    await mayRead.promise
    return readBlocks(...range)
  })
  const { max } = LIMITS.blockDigests
  const answers = Array.from({ length: max }, () => digests(0, BLOCK))
  await expect.poll(() => reads.mock.calls.length).toBe(max)
  expect(await digests(0, BLOCK)).toMatchObject({ status: 429, body: { error_code: 'TooManyRequests' } })
  mayRead.resolve()
  for (const { status } of await Promise.all(answers)) expect(status).toBe(200)
  expect((await digests(0, BLOCK)).status).toBe(200)
  reads.mockRestore()
})
