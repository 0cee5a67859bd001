import { GiB } from '@granary/domain/sizes.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { disk, livingInstances, type Made } from '../../test/living-instances.ts'
import { useAndRows } from '../../test/quota.ts'
import { machineSpec } from './spec.ts'

const life = livingInstances()
const { act, create, pass, rest, wait } = life

const rowOf = ({ id }: Made) =>
  life.world.services.db.selectFrom('instance').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const expectExactUse = async () => {
  const { used, rows } = await useAndRows(life.world)
  expect(used).toEqual(rows)
}

/** Keeps the driver from defining machines, so that new instances stay in `creating`, until the result is called. */
function holdCreation() {
  const { compute } = life.world.services
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  const define = compute.ensureDefined.bind(compute)
  const held = vi.spyOn(compute, 'ensureDefined').mockImplementation(async (spec) => {
    await released
    return define(spec)
  })
  onTestFinished(() => {
    release()
    held.mockRestore()
  })
  return release
}

test('a start right after the create reserves a place, and the machine runs once it is created', async () => {
  const release = holdCreation()
  const one = await create({ start: false })
  const answer = await act(one, 'start')
  expect(answer).toMatchObject({ status: 202, body: { run_state: 'creating' } })
  expect(await rowOf(one)).toMatchObject({ wanted_state: 'running', charged: 1 })
  const again = await act(one, 'start')
  expect(again.body).toEqual(answer.body)
  await expectExactUse()
  release()
  expect(await pass(one, 'running')).toEqual(['creating', 'starting', 'running'])
})

test('a stop right after the create gives the place back, and the machine never runs', async () => {
  const release = holdCreation()
  const one = await create()
  expect(await rowOf(one)).toMatchObject({ wanted_state: 'running', charged: 1 })
  const answer = await act(one, 'stop')
  expect(answer).toMatchObject({ status: 202, body: { run_state: 'creating' } })
  expect(await rowOf(one)).toMatchObject({ wanted_state: 'stopped', charged: 0, sled_id: null })
  expect((await act(one, 'stop')).body).toEqual(answer.body)
  await expectExactUse()
  release()
  expect(await pass(one, 'stopped')).toEqual(['creating', 'stopped'])
})

test('carries out a stop and a start in their order', async () => {
  const release = holdCreation()
  const one = await create()
  for (const action of ['stop', 'start', 'stop', 'start']) expect((await act(one, action)).status).toBe(202)
  release()
  expect(await pass(one, 'running')).toEqual(['creating', 'starting', 'running'])
  await expectExactUse()
})

test('a start right after the create that finds no room is refused and leaves the instance as it was', async () => {
  const release = holdCreation()
  const one = await create({ start: false, ncpus: 64, memory: 1_536 * GiB })
  expect(await act(one, 'start')).toMatchObject({ status: 507 })
  expect(await rowOf(one)).toMatchObject({ wanted_state: 'stopped', charged: 0 })
  release()
  await pass(one, 'stopped')
})

test('a delete right after the create leaves no machine, and its disks without an instance', async () => {
  const release = holdCreation()
  const { compute, db } = life.world.services
  const one = await create({ boot_disk: disk('early-boot') })
  expect((await life.world.ask('DELETE', one.path)).status).toBe(204)
  expect((await life.world.ask('GET', one.path)).status).toBe(404)
  await expectExactUse()
  release()
  await rest()
  expect(await compute.view(one.id)).toBeUndefined()
  const left = await db
    .selectFrom('disk')
    .select(['state', 'instance_id'])
    .where('name', '=', 'early-boot')
    .execute()
  expect(left).toEqual([{ state: 'detached', instance_id: null }])
})

test('a disk that is deleted while the task of its former instance creates it leaves no volume', async () => {
  const { compute, db } = life.world.services
  let release!: () => void
  const released = new Promise<void>((resolve) => (release = resolve))
  const real = compute.createDisk.bind(compute)
  const slow = vi.spyOn(compute, 'createDisk').mockImplementationOnce(async (spec) => {
    await released
    return real(spec)
  })
  const deleted = vi.spyOn(compute, 'deleteDisk')
  onTestFinished(() => (slow.mockRestore(), deleted.mockRestore()))
  const one = await create({ boot_disk: disk('late-boot') })
  await life.eventually(() => slow.mock.calls.length).toBe(1)
  await life.world.ask('DELETE', one.path)
  const found = db.selectFrom('disk').select(['id', 'state']).where('name', '=', 'late-boot')
  await life.eventually(async () => (await found.executeTakeFirst())?.state).toBe('detached')
  const { id } = await found.executeTakeFirstOrThrow()
  expect((await life.world.ask('DELETE', `/v1/disks/${id}`)).status).toBe(204)
  await life.eventually(() => deleted.mock.calls.length).toBe(1)
  release()
  await rest()
  expect(deleted.mock.calls).toEqual([[id], [id]])
})

test('a machine that runs before its instance is created, as after the restore of a backup, is stopped', async () => {
  const { compute, db, engine } = life.world.services
  const release = holdCreation()
  const one = await create({ start: false })
  const running = compute.ensureRunning(await machineSpec({ db, engine }, await rowOf(one)))
  await wait(10_000, 1_000)
  await running
  expect((await compute.view(one.id))!.state).toBe('running')
  release()
  expect(await pass(one, 'stopped')).toEqual(['creating', 'stopped'])
  expect((await compute.view(one.id))!.state).toBe('stopped')
})
