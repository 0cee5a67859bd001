import { describe, expect, test } from 'vitest'
import { disk, livingInstances, type Made } from '../../test/living-instances.ts'

const life = livingInstances()
const { act, create, eventually, eventuallyIn, pass, rest, view, wait } = life

describe('disks', () => {
  const attach = (one: Made, name: string) =>
    life.world.ask('POST', `${one.path}/disks/attach`, { disk: name })
  const detach = (one: Made, name: string) =>
    life.world.ask('POST', `${one.path}/disks/detach`, { disk: name })
  const stateOf = async (name: string) =>
    (await life.world.ask('GET', `/v1/disks/${name}?project=shop`)).body.state
  const diskNamed = async (name: string) => {
    await life.world.ask('POST', '/v1/disks?project=shop', { ...disk(name), type: undefined })
    await wait(2_000, 500)
    await eventually(() => stateOf(name)).toEqual({ state: 'detached' })
  }

  test('move from one instance to another, and the machines follow', async () => {
    await diskNamed('wanderer')
    const [one, other] = [await create({ start: false }), await create({ start: false })]
    await pass(one, 'stopped')
    await wait(5_000)
    expect((await attach(one, 'wanderer')).body.state).toEqual({ state: 'attached', instance: one.id })
    expect((await attach(other, 'wanderer')).body.message).toBe(
      'cannot attach disk "wanderer": disk is attached to another instance',
    )
    expect((await detach(other, 'wanderer')).body.message).toBe(
      'cannot detach disk "wanderer": disk is attached to another instance',
    )
    expect((await detach(one, 'wanderer')).body.state).toEqual({ state: 'detached' })
    expect((await attach(other, 'wanderer')).status).toBe(202)
    await wait(30_000)
    await eventuallyIn(other, 'stopped')
    await act(other, 'start')
    expect(await pass(other, 'running')).toEqual(['starting', 'running'])
  })

  test('of a deleted instance are free for one that is created at the same moment', async () => {
    const one = await create({ start: false, boot_disk: disk('heirloom') })
    await pass(one, 'stopped')
    await life.world.ask('DELETE', one.path)
    expect(await stateOf('heirloom')).toEqual({ state: 'detached' })
    const heir = await create({ boot_disk: { type: 'attach', name: 'heirloom' } })
    expect((await pass(heir, 'running')).slice(-2)).toEqual(['starting', 'running'])
    expect((await view(heir)).time_last_auto_restarted).toBeNull()
  })

  test('can be detached before they are created, and are created all the same', async () => {
    const one = await create({ start: false, disks: [disk('quick')] })
    await pass(one, 'stopped')
    await rest()
    await life.world.services.db
      .updateTable('disk')
      .set({ state: 'creating' })
      .where('name', '=', 'quick')
      .execute()
    expect((await detach(one, 'quick')).body.state).toEqual({ state: 'creating' })
    await wait(5_000, 500)
    await eventually(() => stateOf('quick')).toEqual({ state: 'detached' })
    expect((await attach(one, 'quick')).status).toBe(202)
    await act(one, 'start')
    await pass(one, 'running')
  })

  test('to boot from stay until another one is chosen', async () => {
    const one = await create({ start: false, boot_disk: disk('root'), disks: [disk('second')] })
    await pass(one, 'stopped')
    expect(await detach(one, 'root')).toMatchObject({
      status: 409,
      body: { message: 'boot disk cannot be detached' },
    })
    const { ncpus, memory } = await view(one)
    const same = { ncpus, memory, auto_restart_policy: null, cpu_platform: null, enable_jumbo_frames: false }
    await diskNamed('stranger')
    expect(await life.world.ask('PUT', one.path, { ...same, boot_disk: 'stranger' })).toMatchObject({
      status: 409,
      body: { message: 'boot disk must be attached' },
    })
    expect((await life.world.ask('PUT', one.path, { ...same, boot_disk: 'second' })).status).toBe(200)
    expect((await detach(one, 'root')).status).toBe(202)
    expect((await life.world.ask('PUT', one.path, { ...same, boot_disk: null })).body.boot_disk_id).toBeNull()
  })

  test('of another project are refused', async () => {
    await life.world.ask('POST', '/v1/projects', { name: 'other', description: '' })
    const { body } = await life.world.ask('POST', '/v1/disks?project=other', {
      ...disk('foreign'),
      type: undefined,
    })
    const one = await create({ start: false })
    await pass(one, 'stopped')
    expect((await attach(one, body.id)).body.message).toBe('disk must be in the same project as the instance')
  })

  test('are limited to twelve', async () => {
    const one = await create({
      start: false,
      disks: Array.from({ length: 12 }, (_, at) => disk(`dozen-${at}`)),
    })
    await pass(one, 'stopped')
    await diskNamed('thirteenth')
    expect((await attach(one, 'thirteenth')).body.message).toBe(
      'cannot attach more than 12 disks to instance',
    )
    expect((await attach(one, 'dozen-3')).status).toBe(202)
  })

  test.each(['import_ready', 'importing_from_bulk_writes', 'finalizing', 'maintenance', 'faulted'] as const)(
    'in state %s cannot be attached',
    async (state) => {
      const name = `in-${state.replaceAll('_', '-')}`
      await diskNamed(name)
      await rest()
      await life.world.services.db.updateTable('disk').set({ state }).where('name', '=', name).execute()
      const one = await create({ start: false })
      await pass(one, 'stopped')
      expect((await attach(one, name)).body.message).toBe(
        `cannot attach disk "${name}": invalid state ${state}`,
      )
      const { status, body } = await life.world.ask('DELETE', `/v1/disks/${name}?project=shop`)
      if (state === 'faulted') expect(status).toBe(204)
      else
        expect({ status, message: body.message }).toEqual({
          status: 400,
          message: `disk cannot be deleted in state "${state}"`,
        })
    },
  )
})
