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

async function makeDisk(project: string, name: string, disk_source: object): Promise<string> {
  const body = { name, description: '', size: GiB, disk_backend: { type: 'distributed', disk_source } }
  const { id } = (await world.ask('POST', `/v1/disks?project=${project}`, body)).body
  await world.until(`/v1/disks/${id}`, ({ state }) => state.state === 'detached')
  return id
}

test('lists the disks of a silo image only to users who can view their projects', async () => {
  const disk = await makeDisk('shop', 'source', { type: 'blank', block_size: 512 })
  const snapshot = (
    await world.ask('POST', '/v1/snapshots?project=shop', { name: 's', description: '', disk })
  ).body.id
  const image = (
    await world.ask('POST', '/v1/images', {
      name: 'debian',
      description: '',
      os: 'debian',
      version: '13',
      source: { type: 'snapshot', id: snapshot },
    })
  ).body.id as string
  await world.until(`/v1/images/${image}`, ({ state }) => state === 'ready')
  const source = { type: 'image', image_id: image }
  for (let at = 10; at < 21; at++) await makeDisk('shop', `web-${at}`, source)
  const inLab = await makeDisk('lab', 'probe', source)

  const disksOf = async (cookie?: string) =>
    world.ask('GET', `/experimental/v1/images/${image}/disks`, undefined, cookie)
  const all = (await disksOf()).body
  expect(all.total).toBe(12)
  expect(all.first).toHaveLength(10)
  expect(all.first[0]).toEqual({ id: inLab, name: 'probe', project_id: lab, project_name: 'lab' })

  await addUser(world.services, 'main', 'looker', { silo: 'viewer' })
  expect((await disksOf(await world.signIn('looker', 'looker'))).body.total).toBe(12)
  // Without a role in the silo, a user does not see its images, regardless of roles in projects.
  await addUser(world.services, 'main', 'guest', { projects: { [lab]: 'admin' } })
  expect((await disksOf(await world.signIn('guest', 'guest'))).status).toBe(404)

  await world.ask('POST', `/v1/images/${image}/demote?project=lab`)
  const guests = (await disksOf(await world.signIn('guest', 'guest'))).body
  expect(guests).toMatchObject({ total: 1, first: [{ id: inLab }] })
})
