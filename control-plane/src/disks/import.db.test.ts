import { GiB, KiB, MAX_RAW_WRITE } from '@granary/domain/sizes.ts'
import { DriverError } from '@granary/compute/driver-error.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let cookie: string
let count = 0
beforeAll(async () => {
  world = await openWorld()
  cookie = await world.signIn('admin', 'secret')
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const stateOf = ({ state }: { state: { state: string } }) => state.state
const settled = (id: string) =>
  world.until(`/v1/disks/${id}`, (disk) => !['creating', 'finalizing', 'maintenance'].includes(stateOf(disk)))
async function makeDisk(blockSize = 512): Promise<{ id: string; name: string }> {
  const name = `import-${count++}`
  const source = { type: 'importing_blocks', block_size: blockSize }
  const body = {
    name,
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: source },
  }
  const made = await world.ask('POST', '/v1/disks?project=shop', body)
  expect(stateOf(await settled(made.body.id))).toBe('import_ready')
  return { id: made.body.id, name }
}
const step = (id: string, name: string, body?: object) => world.ask('POST', `/v1/disks/${id}/${name}`, body)
const base64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const write = (id: string, offset: number, bytes: Uint8Array) =>
  step(id, 'bulk-write', { offset, base64_encoded_data: base64(bytes) })
/** The same with the request that takes raw bytes. */
const writeBytes = async (
  id: string,
  offset: number | string,
  bytes: Uint8Array<ArrayBuffer>,
  type = 'application/octet-stream',
) => {
  const response = await world.controlPlane.fetch(
    new Request(`http://test/experimental/v1/disks/${id}/blocks?offset=${offset}`, {
      method: 'PUT',
      headers: { cookie, 'content-type': type },
      body: bytes,
    }),
  )
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}
const ways = { 'as JSON': write, 'as bytes': writeBytes }

test('an import passes through its states and ends with a snapshot of the written bytes', async () => {
  const { id } = await makeDisk()
  expect((await step(id, 'bulk-write-start')).status).toBe(204)
  expect(stateOf((await world.ask('GET', `/v1/disks/${id}`)).body)).toBe('importing_from_bulk_writes')
  const bytes = new Uint8Array(2048).map((_, at) => at % 251)
  expect((await write(id, 1024, bytes)).status).toBe(204)
  expect((await step(id, 'bulk-write-stop')).status).toBe(204)
  expect((await step(id, 'finalize', { snapshot_name: `of-${id.slice(0, 4)}` })).status).toBe(204)
  expect(stateOf(await settled(id))).toBe('detached')
  const snapshot = (await world.ask('GET', `/v1/snapshots/of-${id.slice(0, 4)}?project=shop`)).body
  expect(snapshot).toMatchObject({ state: 'ready', disk_id: id, size: GiB })
  const source = { type: 'snapshot', snapshot_id: snapshot.id }
  const copy = {
    name: `copy-${count++}`,
    description: '',
    size: GiB,
    disk_backend: { type: 'distributed', disk_source: source },
  }
  const { body } = await world.ask('POST', '/v1/disks?project=shop', copy)
  await settled(body.id)
  expect(await world.services.compute.readBlocks(body.id, 1024, 2048)).toEqual(bytes)
})

test.each(Object.entries(ways))(
  'a write %s that is in flight when the import ends is not acknowledged',
  async (_, send) => {
    const { id } = await makeDisk()
    await step(id, 'bulk-write-start')
    const { compute } = world.services
    const slow = vi.spyOn(compute, 'writeBlocks').mockImplementationOnce(async (...piece) => {
      await step(id, 'bulk-write-stop')
      await step(id, 'finalize', { snapshot_name: null })
      await settled(id)
      slow.mockRestore()
      return compute.writeBlocks(...piece)
    })
    const { status, body } = await send(id, 0, new Uint8Array(512).fill(1))
    expect({ status, message: body?.message }).toEqual({
      status: 400,
      message: expect.stringContaining('cannot be written to by an import: its state is detached'),
    })
  },
)

test('flushes the bytes to disk before an import ends', async () => {
  const { id } = await makeDisk()
  const { promise, resolve } = Promise.withResolvers<void>()
  const sync = vi.spyOn(world.services.compute, 'syncDisk').mockReturnValueOnce(promise)
  await step(id, 'finalize', {})
  await expect.poll(() => sync.mock.calls).toContainEqual([id])
  expect(stateOf((await world.ask('GET', `/v1/disks/${id}`)).body)).toBe('finalizing')
  resolve()
  expect(stateOf(await settled(id))).toBe('detached')
  sync.mockRestore()
})

test.each(Object.entries(ways))('answers 507 to a write %s when no space is left', async (_, send) => {
  const { id } = await makeDisk()
  await step(id, 'bulk-write-start')
  const full = new DriverError('insufficient_capacity', 'the data folder is full')
  vi.spyOn(world.services.compute, 'writeBlocks').mockRejectedValueOnce(full)
  expect(await send(id, 0, new Uint8Array(512).fill(1))).toMatchObject({
    status: 507,
    body: {
      error_code: 'InsufficientCapacity',
      message:
        'Insufficient capacity: no space is left for the content of disks; try again when some is free',
    },
  })
  expect((await send(id, 0, new Uint8Array(512).fill(1))).status).toBe(204)
})

test('ends an import without a snapshot', async () => {
  const { id } = await makeDisk()
  expect((await step(id, 'finalize', {})).status).toBe(204)
  expect(stateOf(await settled(id))).toBe('detached')
  expect((await world.ask('DELETE', `/v1/disks/${id}`)).status).toBe(204)
})

describe('a step in the wrong state', () => {
  test.each([
    ['import_ready', 'bulk-write'],
    ['import_ready', 'blocks'],
    ['import_ready', 'bulk-write-stop'],
    ['importing_from_bulk_writes', 'bulk-write-start'],
    ['importing_from_bulk_writes', 'finalize'],
    ['detached', 'bulk-write-start'],
    ['detached', 'bulk-write'],
    ['detached', 'blocks'],
    ['detached', 'bulk-write-stop'],
    ['detached', 'finalize'],
    ['faulted', 'finalize'],
  ] as const)('%s: %s is refused, and the states are named', async (state, name) => {
    const { id } = await makeDisk()
    await world.services.db.updateTable('disk').set({ state }).where('id', '=', id).execute()
    const { status, body } =
      name === 'bulk-write'
        ? await write(id, 0, new Uint8Array(512))
        : name === 'blocks'
          ? await writeBytes(id, 0, new Uint8Array(512))
          : await step(id, name, {})
    expect({ status, code: body.error_code, message: body.message }).toEqual({
      status: 400,
      code: 'InvalidRequest',
      message: expect.stringContaining(`its state is ${state}, it must be `),
    })
    expect(stateOf((await world.ask('GET', `/v1/disks/${id}`)).body)).toBe(state)
  })

  test('refuses to delete, attach or snapshot an unfinished import', async () => {
    const { id, name } = await makeDisk()
    expect((await world.ask('DELETE', `/v1/disks/${id}`)).body.message).toBe(
      'disk cannot be deleted in state "import_ready"',
    )
    const snapshot = { name: `s-${count++}`, description: '', disk: name }
    expect((await world.ask('POST', '/v1/snapshots?project=shop', snapshot)).status).toBe(503)
  })
})

describe('a chunk that does not fit', () => {
  test.each([
    ['an unaligned offset', 100, 512, /offset must be a multiple of the block size 512/],
    ['an unaligned length', 0, 100, /data length must be a multiple of the block size 512/],
    ['more than the maximum chunk', 0, 513 * KiB, /data must be at most 524288 bytes/],
    ['a write past the end', GiB - 512, 1024, /beyond the disk's 1073741824 bytes/],
  ] as const)('%s is refused and nothing is written', async (_, offset, length, message) => {
    const { id } = await makeDisk()
    await step(id, 'bulk-write-start')
    const answer = await write(id, offset, new Uint8Array(length).fill(1))
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    })
    expect(await world.services.compute.readBlocks(id, 0, 512)).toEqual(new Uint8Array(512))
  })

  test.each([
    ['an unaligned offset', 100, 512, /offset must be a multiple of the block size 512/],
    ['an unaligned length', 0, 100, /data length must be a multiple of the block size 512/],
    ['no bytes', 0, 0, /data must not be empty/],
    ['a write past the end', GiB - 512, 1024, /beyond the disk's 1073741824 bytes/],
    ['more than the maximum chunk', 0, MAX_RAW_WRITE + 512, /body exceeded maximum size of 8388608 bytes/],
    ['a negative offset', '-512', 512, /unable to parse query string: offset: /],
    ['no offset', '', 512, /unable to parse query string: offset: /],
  ] as const)('as bytes: %s is refused and nothing is written', async (_, offset, length, message) => {
    const { id } = await makeDisk()
    await step(id, 'bulk-write-start')
    const answer = await writeBytes(id, offset, new Uint8Array(length).fill(1))
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(message),
    })
    expect(await world.services.compute.readBlocks(id, 0, 512)).toEqual(new Uint8Array(512))
  })

  test.each(['application/json', 'image/png', 'Application/Octet-Stream'])(
    'takes bytes that a client calls %s',
    async (type) => {
      const { id } = await makeDisk()
      await step(id, 'bulk-write-start')
      const bytes = new Uint8Array(512).fill(7)
      expect((await writeBytes(id, 0, bytes, type)).status).toBe(204)
      expect(await world.services.compute.readBlocks(id, 0, 512)).toEqual(bytes)
    },
  )

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'refuses bytes of a form, %s',
    async (type) => {
      const { id } = await makeDisk()
      await step(id, 'bulk-write-start')
      const { status, body } = await writeBytes(id, 0, new Uint8Array(512).fill(7), type)
      expect([status, body.message]).toEqual([400, expect.stringContaining(type.split(';')[0]!)])
      expect(await world.services.compute.readBlocks(id, 0, 512)).toEqual(new Uint8Array(512))
    },
  )

  test.each(['no base64!', 'AAA', 'AB==CD=='])('%s is not base64', async (text) => {
    const { id } = await makeDisk()
    await step(id, 'bulk-write-start')
    const answer = await step(id, 'bulk-write', { offset: 0, base64_encoded_data: text })
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^error base64 decoding data: /),
    })
  })
})

test('stores 8 MiB at an unaligned offset unchanged', async () => {
  const { id } = await makeDisk()
  await step(id, 'bulk-write-start')
  const bytes = new Uint8Array(MAX_RAW_WRITE).map((_, at) => (at * 31) % 251)
  expect((await writeBytes(id, 3 * 512, bytes)).status).toBe(204)
  const read = await world.services.compute.readBlocks(id, 3 * 512, bytes.length)
  expect(read.findIndex((byte, at) => byte !== bytes[at])).toBe(-1)
})

test.each([
  ['as JSON', ['as JSON'], 4096],
  ['as bytes', ['as bytes'], 4096],
  ['as bytes, over the borders of chunks', ['as bytes'], 204_800],
  ['both ways', ['as JSON', 'as bytes'], 204_800],
] as const)(
  'imports the exact file despite reordered, lost and repeated chunks: %s',
  async (_, by, chunk) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 16 }),
        fc.array(fc.nat(), { maxLength: 16 }),
        fc.infiniteStream(fc.nat()),
        async (fills, again, picks) => {
          const file = Uint8Array.from(
            { length: fills.length * chunk },
            (_, at) => fills[Math.floor(at / chunk)]!,
          )
          const { id } = await makeDisk(4096)
          await step(id, 'bulk-write-start')
          const order = fills.length
          // Any order, some chunks several times, and at the end every lost chunk.
          const tries = [...again.map((at) => at % order), ...Array.from({ length: order }, (_, at) => at)]
          const shuffled = tries
            .map((at) => ({ at, key: picks.next().value as number }))
            .toSorted((a, b) => a.key - b.key)
          await Promise.all(
            shuffled.map(async ({ at }) => {
              const piece = file.subarray(at * chunk, (at + 1) * chunk)
              // A retry may use the other request.
              const way = ways[by[(picks.next().value as number) % by.length]!]
              expect((await way(id, at * chunk, piece)).status).toBe(204)
            }),
          )
          const read = await world.services.compute.readBlocks(id, 0, file.length)
          expect(read.findIndex((byte, at) => byte !== file[at])).toBe(-1)
        },
      ),
      { numRuns: 8 },
    )
  },
)
