import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let count = 0
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  await world.ask('POST', '/v1/projects', { name: 'other', description: '' })
})
afterAll(() => world.close())

const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
/** A disk that is ready for use. */
async function makeDisk(change: object = {}) {
  const name = `disk-${count++}`
  const body = { name, description: '', size: GiB, disk_backend: blank, ...change }
  const made = await world.ask('POST', '/v1/disks?project=shop', body)
  expect(made.status).toBe(201)
  return world.until(`/v1/disks/${made.body.id}`, ({ state }) => state.state !== 'creating')
}
const snap = (disk: string, change: object = {}, project = 'shop') =>
  world.ask('POST', `/v1/snapshots?project=${project}`, {
    name: `snap-${count++}`,
    description: '',
    disk,
    ...change,
  })
const ready = (id: string) => world.until(`/v1/snapshots/${id}`, ({ state }) => state !== 'creating')
const storage = async () => (await world.ask('GET', '/v1/utilization')).body.provisioned.storage as number

test('a detached disk is in maintenance until its snapshot is ready', async () => {
  const disk = await makeDisk()
  const before = await storage()
  const { status, body } = await snap(disk.name)
  expect({ status, ...body }).toMatchObject({
    status: 201,
    state: 'creating',
    disk_id: disk.id,
    size: GiB,
    project_id: disk.project_id,
  })
  expect((await ready(body.id)).state).toBe('ready')
  expect((await world.ask('GET', `/v1/disks/${disk.id}`)).body.state).toEqual({ state: 'detached' })
  expect(await storage()).toBe(before + GiB)
  expect((await world.ask('DELETE', `/v1/snapshots/${body.id}`)).status).toBe(204)
  expect(await storage()).toBe(before)
  expect((await world.ask('GET', `/v1/snapshots/${body.id}`)).status).toBe(404)
})

test('an attached disk stays attached during a snapshot, and its machine keeps running', async () => {
  const disk = await makeDisk()
  const { body: one } = await world.ask('POST', '/v1/instances?project=shop', {
    name: 'in-use',
    description: '',
    hostname: 'in-use',
    ncpus: 1,
    memory: GiB,
    boot_disk: { type: 'attach', name: disk.name },
  })
  await world.until(`/v1/instances/${one.id}`, ({ run_state }) => run_state === 'running')
  const { body } = await snap(disk.id)
  expect((await world.ask('GET', `/v1/disks/${disk.id}`)).body.state.state).toBe('attached')
  expect((await ready(body.id)).state).toBe('ready')
  expect((await world.ask('GET', `/v1/disks/${disk.id}`)).body.state.state).toBe('attached')
  expect((await world.ask('GET', `/v1/instances/${one.id}`)).body.run_state).toBe('running')
})

test('refuses a snapshot of an unsuitable disk, and charges nothing', async () => {
  const local = await makeDisk({ disk_backend: { type: 'local' } })
  const source = await makeDisk()
  const { body: taken } = await snap(source.name, { name: 'taken' })
  await ready(taken.id)
  const readOnly = await makeDisk({
    disk_backend: {
      type: 'distributed',
      disk_source: { type: 'snapshot', snapshot_id: taken.id, read_only: true },
    },
  })
  const before = await storage()
  const refusals: [string, object, number, RegExp][] = [
    [local.name, {}, 400, /Local disks cannot be snapshotted/],
    [readOnly.name, {}, 400, /Read-only disks cannot be snapshotted/],
    [source.name, { name: 'taken' }, 400, /already exists: snapshot "taken"/],
    ['none', {}, 404, /not found: disk with name "none"/],
  ]
  for (const [disk, change, status, message] of refusals) {
    const answer = await snap(disk, change)
    expect({ status: answer.status, message: answer.body.message }).toEqual({
      status,
      message: expect.stringMatching(message),
    })
  }
  const elsewhere = await snap(source.id, {}, 'other')
  expect({ status: elsewhere.status, message: elsewhere.body.message }).toEqual({
    status: 400,
    message: 'snapshot and disk must be in the same project',
  })
  for (const state of ['import_ready', 'creating', 'faulted'] as const) {
    await world.services.db.updateTable('disk').set({ state }).where('id', '=', source.id).execute()
    expect((await snap(source.id)).status).toBe(503)
  }
  expect(await storage()).toBe(before)
})

test('refuses a snapshot over the quota, with the numbers', async () => {
  const disk = await makeDisk()
  const used = await storage()
  const { db } = world.services
  const quota = await db.selectFrom('silo_quota').select('storage').executeTakeFirstOrThrow()
  await db
    .updateTable('silo_quota')
    .set({ storage: used + GiB / 2 })
    .execute()
  const { status, body } = await snap(disk.name)
  await db.updateTable('silo_quota').set(quota).execute()
  expect(status).toBe(507)
  expect(body.message).toMatch(/Storage Limit Exceeded: 1 GiB wanted, .* in use/)
  expect((await world.ask('GET', `/v1/disks/${disk.id}`)).body.state.state).toBe('detached')
})

test('accepts a disk from a pending snapshot, and deletes the snapshot before the disk is ready', async () => {
  const disk = await makeDisk()
  await world.services.compute.writeBlocks(disk.id, 4096, new Uint8Array(512).fill(7))
  const { body: snapshot } = await snap(disk.name)
  const copy = {
    name: 'early',
    description: '',
    size: 2 * GiB,
    disk_backend: { type: 'distributed', disk_source: { type: 'snapshot', snapshot_id: snapshot.id } },
  }
  const { body: early } = await world.ask('POST', '/v1/disks?project=shop', copy)
  await ready(snapshot.id)
  expect((await world.ask('DELETE', `/v1/snapshots/${snapshot.id}`)).status).toBe(204)
  const made = await world.until(`/v1/disks/${early.id}`, ({ state }) => state.state !== 'creating')
  expect(made.state.state).toBe('detached')
  expect(await world.services.compute.readBlocks(early.id, 4096, 512)).toEqual(new Uint8Array(512).fill(7))
})

test('refuses to delete a snapshot that is being created', async () => {
  const disk = await makeDisk()
  const { body } = await snap(disk.name)
  await ready(body.id)
  await world.services.db
    .updateTable('snapshot')
    .set({ state: 'creating' })
    .where('id', '=', body.id)
    .execute()
  const answer = await world.ask('DELETE', `/v1/snapshots/${body.id}`)
  expect({ status: answer.status, message: answer.body.message }).toEqual({
    status: 400,
    message: 'snapshot cannot be deleted in state "creating"',
  })
})

test('marks a snapshot faulted when the driver has lost its disk, and lets users delete it', async () => {
  const disk = await makeDisk()
  await world.services.compute.deleteDisk(disk.id)
  const { body } = await snap(disk.name)
  expect(await ready(body.id)).toMatchObject({
    state: 'faulted',
    failure: expect.stringMatching(/^Disk .* is unknown$/),
  })
  expect((await world.ask('DELETE', `/v1/snapshots/${body.id}`)).status).toBe(204)
})

test('deletes a disk whose snapshots are pending, and waits for them', async () => {
  const { compute, db } = world.services
  const make = compute.snapshotDisk.bind(compute)
  const opened = new Map<string, () => void>()
  compute.snapshotDisk = async (one) => {
    await new Promise<void>((resolve) => opened.set(one.id, resolve))
    return make(one)
  }
  onTestFinished(() => void (compute.snapshotDisk = make))
  const open = async (id: string) => {
    await expect.poll(() => opened.has(id)).toBe(true)
    opened.get(id)!()
    return ready(id)
  }
  const disk = await makeDisk()
  const first = (await snap(disk.name)).body
  // The state after a snapshot in use, followed by a detach.
  await db.updateTable('disk').set({ state: 'detached' }).where('id', '=', disk.id).execute()
  const second = (await snap(disk.name)).body
  expect((await open(first.id)).state).toBe('ready')
  expect((await world.ask('GET', `/v1/disks/${disk.id}`)).body.state).toEqual({ state: 'maintenance' })
  await db.updateTable('disk').set({ state: 'detached' }).where('id', '=', disk.id).execute()
  expect((await world.ask('DELETE', `/v1/disks/${disk.id}`)).status).toBe(204)
  await expect
    .poll(async () => {
      const task = await db.selectFrom('task').selectAll().where('key', '=', disk.id).executeTakeFirst()
      return !task || task.run_at > task.time_created
    })
    .toBe(true)
  expect((await open(second.id)).state).toBe('ready')
  await expect.poll(() => compute.readBlocks(disk.id, 0, 512).catch(({ kind }) => kind)).toBe('not_found')
})
