import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let lab: string
beforeAll(async () => {
  world = await openWorld()
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
  lab = (await world.ask('POST', '/v1/projects', { name: 'lab', description: '' })).body.id
})
afterAll(() => world.close())

const newDisk = (name: string) => ({
  type: 'create',
  name,
  description: '',
  size: GiB,
  disk_backend: { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } },
})
async function makeInstance(name: string, project: string, disks: string[]): Promise<string> {
  const { body } = await world.ask('POST', `/v1/instances?project=${project}`, {
    name,
    description: '',
    hostname: name,
    ncpus: 1,
    memory: GiB,
    start: false,
    disks: disks.map(newDisk),
  })
  await world.until(`/v1/instances/${body.id}`, ({ run_state }) => run_state === 'stopped')
  return body.id
}
const summary = (instances: string[], cookie?: string) =>
  world.ask('POST', '/experimental/v1/instances-deletion-summary', { instances }, cookie)

test('adds up the plans of many instances, and omits those that the caller cannot see', async () => {
  const a = await makeInstance('a', 'shop', ['a1', 'a2'])
  const b = await makeInstance('b', 'lab', ['b1'])
  const { body: apart } = await world.ask('POST', '/v1/anti-affinity-groups?project=shop', {
    name: 'g',
    description: '',
    policy: 'allow',
    failure_domain: 'sled',
  })
  await world.ask('POST', `/v1/anti-affinity-groups/${apart.id}/members/instance/${a}`)
  const { db } = world.services
  await db.updateTable('disk').set({ state: 'attached' }).where('instance_id', 'in', [a, b]).execute()
  await db.updateTable('disk').set({ state: 'creating' }).where('name', '=', 'a2').execute()

  const gone = crypto.randomUUID()
  const plans = await Promise.all(
    [a, b].map(async (id) => (await world.ask('GET', `/experimental/v1/instances/${id}/deletion-plan`)).body),
  )
  const interfaces = plans.flatMap((plan) => plan.deletes.network_interfaces).length
  expect((await summary([a, b, gone])).body).toMatchObject({
    instances: 2,
    deletes: { network_interfaces: interfaces, group_memberships: 1 },
    keeps: { disks: 3, disk_size: 3 * GiB },
    blocked: { disks: 1, instances: 1 },
  })
  await addUser(world.services, 'main', 'looker', { projects: { [lab]: 'viewer' } })
  const looker = await world.signIn('looker', 'looker')
  expect((await summary([a, b], looker)).body).toMatchObject({
    instances: 1,
    keeps: { disks: 1 },
    blocked: { disks: 0, instances: 0 },
  })
  expect((await summary([gone])).body).toMatchObject({ instances: 0, keeps: { disks: 0 } })
})
