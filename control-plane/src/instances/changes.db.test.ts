import { GiB } from '@granary/domain/sizes.ts'
import { expect, test } from 'vitest'
import { disk, livingInstances, type Made } from '../../test/living-instances.ts'

// What is written down of an instance and what its machine has must be the same, whenever something is changed.

const life = livingInstances()
const { act, create, pass, view, wait } = life

const ask = (method: string, path: string, body?: unknown) => life.world.ask(method, path, body)
const detach = (one: Made, name: string) => ask('POST', `${one.path}/disks/detach`, { disk: name })
const attach = (one: Made, name: string) => ask('POST', `${one.path}/disks/attach`, { disk: name })
const tasks = () => life.world.services.db.selectFrom('task').select(['kind', 'last_error']).execute()
/** Lets time pass until something is as it is to be. */
const comesTo = (ask: () => Promise<unknown>, wanted: unknown) =>
  expect.poll(() => wait(1_000, 250).then(ask), { timeout: 10_000, interval: 1 }).toEqual(wanted)
const stateOf = (one: Made) => async () => (await view(one)).run_state

test('an instance that starts as soon as it is created takes no changes until it is stopped', async () => {
  const one = await create({ disks: [disk('kept')] })
  const { ncpus, memory } = await view(one)
  const same = { auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false, memory }
  await ask('POST', '/v1/disks?project=shop', { ...disk('spare'), type: undefined })
  await ask('POST', '/v1/anti-affinity-groups?project=shop', {
    name: 'apart',
    description: '',
    policy: 'fail',
    failure_domain: 'sled',
  })
  const nic = { name: 'n', description: '', vpc_name: 'default', subnet_name: 'default' }
  const answers = [
    await detach(one, 'kept'),
    await attach(one, 'spare'),
    await ask('PUT', one.path, { ...same, ncpus: ncpus + 1, boot_disk: null }),
    await ask('PUT', one.path, { ...same, ncpus, boot_disk: 'kept' }),
    await ask('POST', `/v1/anti-affinity-groups/apart/members/instance/${one.name}?project=shop`),
    await ask('POST', `/v1/network-interfaces?instance=${one.id}`, nic),
  ]
  expect((await view(one)).run_state).toBe('creating')
  expect(answers.map(({ status, body }) => `${status} ${body.message}`)).toEqual([
    '400 cannot detach disk: instance is not fully stopped',
    '400 cannot attach disk: instance is not fully stopped',
    '409 instance must be stopped to change CPU or memory',
    '409 instance must be stopped to set boot disk',
    '400 Instance cannot be added to anti-affinity group with reservation',
    '400 Instance must be stopped to attach a new network interface',
  ])
  await pass(one, 'running')
})

test('a disk that is taken from a failed instance can be deleted, or go to another one', async () => {
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

test('an instance stops whatever is wrong with its disks, and is told when that is mended', async () => {
  const { compute } = life.world.services
  const one = await create({ start: false })
  await pass(one, 'stopped')
  await ask('POST', '/v1/disks?project=shop', { ...disk('claimed'), type: undefined })
  await wait(2_000)
  const { body: claimed } = await ask('GET', '/v1/disks/claimed?project=shop')
  // Another machine has it, which nobody here knows of.
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
