import { afterAll, beforeAll, test } from 'vitest'
import { expectLogged, expectRemoved } from '../../test/logged.ts'
import { group, named, openLogged, requestsTo } from '../../test/logged-world.ts'
import type { World } from '../../test/world.ts'

let world: World
const { ask, get, db } = requestsTo(() => world)
beforeAll(async () => {
  world = await openLogged()
})
afterAll(() => world.close())

const web = '/v1/instances/web?project=shop'
const size = { ncpus: 2, memory: 2 ** 31, boot_disk: null, auto_restart_policy: null, cpu_platform: null }

test('an instance and its disks, when they are updated', async () => {
  const { id } = await get(web)
  const instance = { kind: 'instance', id, read: () => get(web) }
  const disk = {
    kind: 'disk',
    id: (await get('/v1/disks/kept?project=shop')).id,
    read: () => get('/v1/disks/kept?project=shop'),
  }
  await expectLogged(
    world,
    instance,
    'updated',
    await ask('PUT', web, { ...size, enable_jumbo_frames: false }),
  )
  const attached = await ask('POST', '/v1/instances/web/disks/attach?project=shop', { disk: 'kept' })
  await expectLogged(world, disk, 'updated', attached)
  const detached = await ask('POST', '/v1/instances/web/disks/detach?project=shop', { disk: 'kept' })
  await expectLogged(world, disk, 'updated', detached)
})

test.each([
  ['affinity-group', '/v1/affinity-groups'],
  ['anti-affinity-group', '/v1/anti-affinity-groups'],
])('a member of an %s', async (kind, path) => {
  const { body } = await ask('POST', `${path}?project=shop`, { ...named('members'), ...group })
  const member = `${path}/${body.id}/members/instance/${(await get(web)).id}`
  const subject = { kind: `${kind}-member`, id: (await get(web)).id, read: () => get(member) }
  await expectLogged(world, subject, 'created', await ask('POST', member))
  const before = await subject.read()
  await expectRemoved(world, subject, before, await ask('DELETE', member))
})

test('an image that is promoted to the silo and demoted again', async () => {
  await ask('POST', '/v1/snapshots?project=shop', { ...named('source'), disk: 'kept' })
  await db().updateTable('snapshot').set({ state: 'ready' }).execute()
  const { id: source } = await get('/v1/snapshots/source?project=shop')
  const created = await ask('POST', '/v1/images?project=shop', {
    ...named('debian'),
    os: 'debian',
    version: '13',
    source: { type: 'snapshot', id: source },
  })
  const { id } = created.body
  const read = () => get(`/v1/images/${id}`)
  const [ofProject, ofSilo] = [
    { kind: 'project-image', id, read },
    { kind: 'silo-image', id, read },
  ]
  await expectLogged(world, ofProject, 'created', created)
  await db().updateTable('image').set({ state: 'ready' }).execute()
  await expectLogged(world, ofSilo, 'created', await ask('POST', `/v1/images/${id}/promote`))
  await expectLogged(world, ofProject, 'created', await ask('POST', `/v1/images/${id}/demote?project=shop`))
  const before = await read()
  await expectRemoved(world, ofProject, before, await ask('DELETE', `/v1/images/${id}`))
})
