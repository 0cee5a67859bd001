import { DriverError } from '@granary/compute/driver-error.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { disk, livingInstances, type Made } from '../../test/living-instances.ts'

const life = livingInstances({ hotplug: true })
const { act, create, eventually, pass, view, wait } = life

const attach = (one: Made, name: string) => life.world.ask('POST', `${one.path}/disks/attach`, { disk: name })
const detach = (one: Made, name: string) => life.world.ask('POST', `${one.path}/disks/detach`, { disk: name })
const stateOf = async (name: string) =>
  (await life.world.ask('GET', `/v1/disks/${name}?project=shop`)).body.state
const createDisk = (name: string) =>
  life.world.ask('POST', '/v1/disks?project=shop', { ...disk(name), type: undefined })
const detached = async (name: string) => {
  await createDisk(name)
  await wait(2_000, 500)
  await eventually(() => stateOf(name)).toEqual({ state: 'detached' })
}
const running = async (change: object = {}) => {
  const one = await create(change)
  await pass(one, 'running')
  await wait(5_000)
  return one
}

test('a disk is attached to a running instance and detached from it, and the machine follows', async () => {
  const { compute } = life.world.services
  const attached = vi.spyOn(compute, 'attachDisk')
  await detached('wanderer')
  const one = await running()
  expect((await attach(one, 'wanderer')).body.state).toEqual({ state: 'attaching', instance: one.id })
  await wait(2_000, 500)
  await eventually(() => stateOf('wanderer')).toEqual({ state: 'attached', instance: one.id })
  expect(attached).toHaveBeenCalledWith(one.id, expect.objectContaining({ name: 'wanderer' }))
  expect((await detach(one, 'wanderer')).body.state).toEqual({ state: 'detaching', instance: one.id })
  await wait(2_000, 500)
  await eventually(() => stateOf('wanderer')).toEqual({ state: 'detached' })
  const other = await running()
  expect((await attach(other, 'wanderer')).status).toBe(202)
  await wait(2_000, 500)
  await eventually(() => stateOf('wanderer')).toEqual({ state: 'attached', instance: other.id })
  // It stays through a stop and a start.
  await act(other, 'stop')
  await pass(other, 'stopped')
  await act(other, 'start')
  await pass(other, 'running')
  expect(await stateOf('wanderer')).toEqual({ state: 'attached', instance: other.id })
})

test('a disk that is attached while it is being created follows', async () => {
  const one = await running()
  await createDisk('new')
  expect((await attach(one, 'new')).status).toBe(202)
  await wait(5_000, 500)
  await eventually(() => stateOf('new')).toEqual({ state: 'attached', instance: one.id })
  const { id } = (await life.world.ask('GET', '/v1/disks/new?project=shop')).body
  await expect(life.world.services.compute.deleteDisk(id)).rejects.toThrow('attached to machine')
})

test('a disk that the driver refuses stays as it was', async () => {
  const { compute } = life.world.services
  await detached('stubborn')
  const one = await running()
  const refusal = new DriverError('invalid', 'every slot is taken')
  const attached = vi.spyOn(compute, 'attachDisk').mockRejectedValueOnce(refusal)
  await attach(one, 'stubborn')
  await wait(2_000, 500)
  await eventually(() => stateOf('stubborn')).toEqual({ state: 'detached' })
  attached.mockRestore()
  await attach(one, 'stubborn')
  await wait(2_000, 500)
  await eventually(() => stateOf('stubborn')).toEqual({ state: 'attached', instance: one.id })
  vi.spyOn(compute, 'detachDisk').mockRejectedValueOnce(new DriverError('invalid', 'the guest keeps it'))
  await detach(one, 'stubborn')
  await wait(2_000, 500)
  await eventually(() => stateOf('stubborn')).toEqual({ state: 'attached', instance: one.id })
})

test('an instance that stops before its disk is attached takes it along, and gives it back', async () => {
  await detached('late')
  const one = await running()
  await attach(one, 'late')
  await act(one, 'stop')
  await pass(one, 'stopped')
  await wait(3_000, 500)
  await eventually(() => stateOf('late')).toEqual({ state: 'attached', instance: one.id })
  await detach(one, 'late')
  await eventually(() => stateOf('late')).toEqual({ state: 'detached' })
})

/** Has the driver fail to move and to make disks, as one that is away, until the test ends. */
function holdDisks() {
  const { compute } = life.world.services
  for (const command of ['attachDisk', 'createDisk'] as const) {
    const held = vi.spyOn(compute, command).mockRejectedValue(new DriverError('unreachable', 'not now'))
    onTestFinished(() => held.mockRestore())
  }
}

test.each(['attaching', 'creating'])('a stop does not wait for a disk that is %s', async (state) => {
  const name = `stop-${state}`
  const one = await running()
  if (state === 'attaching') await detached(name)
  holdDisks()
  if (state === 'creating') await createDisk(name)
  expect((await attach(one, name)).body.state).toMatchObject({ state })
  await act(one, 'stop')
  await wait(20_000, 500)
  expect((await view(one)).run_state).toBe('stopped')
  vi.restoreAllMocks()
  await wait(60_000, 500)
  await eventually(() => stateOf(name)).toEqual({ state: 'attached', instance: one.id })
  await act(one, 'start')
  await pass(one, 'running')
})

test.each(['attaching', 'creating'])('a reboot does not wait for a disk that is %s', async (state) => {
  const name = `reboot-${state}`
  const one = await running()
  if (state === 'attaching') await detached(name)
  holdDisks()
  if (state === 'creating') await createDisk(name)
  expect((await attach(one, name)).body.state).toMatchObject({ state })
  const rebooted = vi.spyOn(life.world.services.compute, 'reboot')
  await act(one, 'reboot')
  await wait(20_000, 500)
  expect((await view(one)).run_state).toBe('running')
  expect(rebooted).toHaveBeenCalledTimes(1)
  vi.restoreAllMocks()
  await wait(60_000, 500)
  await eventually(() => stateOf(name)).toEqual({ state: 'attached', instance: one.id })
})
