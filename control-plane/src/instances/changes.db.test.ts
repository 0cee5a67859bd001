import { GiB } from '@granary/domain/sizes.ts'
import { expect, test, vi } from 'vitest'
import { disk, livingInstances, type Made } from '../../test/living-instances.ts'
import { useAndRows } from '../../test/quota.ts'

// After every change, the rows of an instance and its machine must agree.

const life = livingInstances()
const { act, create, pass, view, wait } = life

const ask = (method: string, path: string, body?: unknown) => life.world.ask(method, path, body)
const detach = (one: Made, name: string) => ask('POST', `${one.path}/disks/detach`, { disk: name })
const attach = (one: Made, name: string) => ask('POST', `${one.path}/disks/attach`, { disk: name })
const tasks = () => life.world.services.db.selectFrom('task').select(['kind', 'last_error']).execute()
/** Advances the clock until a value is as expected. */
const comesTo = (ask: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(() => wait(1_000, 250).then(ask), { interval: 1 }).toEqual(wanted)
const stateOf = (one: Made) => async () => (await view(one)).run_state

test('an instance that starts on create takes changes before it starts, and starts with them', async () => {
  const defined = vi.spyOn(life.world.services.compute, 'ensureRunning')
  await ask('POST', '/v1/disks?project=shop', { ...disk('spare'), type: undefined })
  const one = await create({ disks: [disk('kept'), disk('root')] })
  const { ncpus, memory } = await view(one)
  const same = { auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false, memory }
  // The driver already knows the machine.
  await wait(500, 250)
  expect((await detach(one, 'kept')).status).toBe(202)
  expect((await attach(one, 'spare')).status).toBe(202)
  expect((await ask('PUT', one.path, { ...same, ncpus: ncpus + 1, boot_disk: 'root' })).status).toBe(200)
  expect((await ask('DELETE', '/v1/disks/kept?project=shop')).status).toBe(204)
  const tooLarge = await ask('PUT', one.path, { ...same, ncpus: 254, boot_disk: 'root' })
  expect([tooLarge.status, (await view(one)).ncpus]).toEqual([507, ncpus + 1])
  expect((await view(one)).run_state).toBe('creating')
  expect((await pass(one, 'running')).slice(-2)).toEqual(['starting', 'running'])
  const { body: root } = await ask('GET', '/v1/disks/root?project=shop')
  const started = defined.mock.calls.map(([spec]) => spec).filter(({ id }) => id === one.id)
  expect(started.at(0)).toMatchObject({
    ncpus: ncpus + 1,
    bootDiskId: root.id,
    disks: [{ name: 'root' }, { name: 'spare' }],
  })
  await comesTo(tasks, [])
  const { used, rows } = await useAndRows(life.world)
  expect(used).toEqual(rows)
  expect((await detach(one, 'spare')).body.message).toBe('cannot detach disk: instance is not fully stopped')
  defined.mockRestore()
})

test('keeps the groups and interfaces with which it was placed', async () => {
  const one = await create()
  await ask('POST', '/v1/anti-affinity-groups?project=shop', {
    name: 'apart',
    description: '',
    policy: 'fail',
    failure_domain: 'sled',
  })
  const nic = { name: 'n', description: '', vpc_name: 'default', subnet_name: 'default' }
  const answers = [
    await ask('POST', `/v1/anti-affinity-groups/apart/members/instance/${one.name}?project=shop`),
    await ask('POST', `/v1/network-interfaces?instance=${one.id}`, nic),
  ]
  expect((await view(one)).run_state).toBe('creating')
  expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual([
    '400 Instance cannot be added to anti-affinity group with reservation',
    '400 Instance must be stopped to attach a new network interface',
  ])
  await pass(one, 'running')
})

test('a disk that is detached from a failed instance can be deleted or attached to another one', async () => {
  const one = await create({ disks: [disk('goner'), disk('mover')], auto_restart_policy: 'never' })
  await pass(one, 'running')
  await life.world.services.compute.fail(one.id, 'for the test')
  await comesTo(stateOf(one), 'failed')
  for (const name of ['goner', 'mover']) expect((await detach(one, name)).status).toBe(202)
  expect((await ask('DELETE', '/v1/disks/goner?project=shop')).status).toBe(204)
  const other = await create({ boot_disk: { type: 'attach', name: 'mover' } })
  expect((await pass(other, 'running')).slice(-2)).toEqual(['starting', 'running'])
  await comesTo(tasks, [])
  expect((await view(one)).run_state).toBe('failed')
})

test('stops an instance whose disk another machine holds, and updates its machine once the disk is free', async () => {
  const { compute } = life.world.services
  const one = await create({ start: false })
  await pass(one, 'stopped')
  await ask('POST', '/v1/disks?project=shop', { ...disk('claimed'), type: undefined })
  await wait(2_000)
  const { body: claimed } = await ask('GET', '/v1/disks/claimed?project=shop')
  // Another machine holds the disk, which the control plane does not know.
  const stranger = crypto.randomUUID()
  const defined = compute.ensureDefined({
    id: stranger,
    name: 'stranger',
    hostname: 'stranger',
    ncpus: 1,
    memory: GiB,
    sledId: null,
    cpuPlatform: null,
    bootDiskId: null,
    disks: [{ id: claimed.id, name: 'claimed', readOnly: false }],
    nics: [],
    userData: null,
    sshPublicKeys: [],
    guest: null,
  })
  await wait(2_000)
  await defined
  expect((await attach(one, 'claimed')).status).toBe(202)
  expect((await act(one, 'start')).status).toBe(202)
  expect((await act(one, 'stop')).status).toBe(202)
  await comesTo(stateOf(one), 'stopped')
  await compute.destroy(stranger)
  await comesTo(tasks, [])
  await act(one, 'start')
  await pass(one, 'running')
})

test('a refused size of a new instance names the fields that it is refused for', async () => {
  const { db } = life.world.services
  const one = await create()
  const { memory } = await view(one)
  const same = { auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false, boot_disk: null }
  const refusalOf = async (ncpus: number) => {
    const { status, body } = await ask('PUT', one.path, { ...same, memory, ncpus })
    return [status, body.problems.map(({ path }: { path: string }) => path)]
  }
  await db.updateTable('silo_quota').set({ cpus: 1_000 }).execute()
  expect(await refusalOf(254)).toEqual([507, ['ncpus', 'memory']])
  await db.updateTable('silo_quota').set({ cpus: 1 }).execute()
  expect(await refusalOf(2)).toEqual([507, ['ncpus']])
  await db.updateTable('silo_quota').set({ cpus: 256 }).execute()
  const { used, rows } = await useAndRows(life.world)
  expect(used).toEqual(rows)
})
