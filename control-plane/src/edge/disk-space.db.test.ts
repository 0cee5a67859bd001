import { GiB } from '@granary/domain/sizes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openScimSilo, USER } from '../../test/scim.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
let isShort = false
beforeAll(async () => {
  world = await openWorld({ started: false })
  world.services.isShortOfSpace = async () => isShort
  await world.ask('POST', '/v1/projects', { name: 'shop', description: '' })
})
afterAll(() => world.close())

const SENTENCE =
  'Insufficient capacity: the server is short of disk space and stores nothing new; delete something, or ask an operator to free space'
const blank = { type: 'distributed', disk_source: { type: 'blank', block_size: 512 } }
const createDisk = (name: string) =>
  world.ask('POST', '/v1/disks?project=shop', { name, description: '', size: GiB, disk_backend: blank })

test('while disk space is short, creates are refused with a sentence, and reads, deletes and sign-ins go on', async () => {
  for (const name of ['kept', 'gone']) expect((await createDisk(name)).status).toBe(201)
  await world.services.db.updateTable('disk').set({ state: 'detached' }).execute()
  isShort = true
  expect(await createDisk('more')).toMatchObject({
    status: 507,
    body: { error_code: 'InsufficientCapacity', message: SENTENCE },
  })
  const update = { name: 'store', description: 'x'.repeat(100) }
  expect((await world.ask('PUT', '/v1/projects/shop', update)).status).toBe(507)
  expect((await world.ask('GET', '/v1/disks?project=shop')).body.items).toHaveLength(2)
  expect((await world.ask('DELETE', '/v1/disks/gone?project=shop')).status).toBe(204)
  expect(await world.signIn('admin', 'secret')).not.toBe('')
  isShort = false
  expect((await createDisk('more')).status).toBe(201)
})

test('a bulk job deletes while disk space is short, and takes no snapshots', async () => {
  const { id } = (await createDisk('source')).body
  await world.services.db.updateTable('disk').set({ state: 'detached' }).execute()
  isShort = true
  const job = (operation: string) => world.ask('POST', '/experimental/v1/bulk-jobs', { operation, ids: [id] })
  const snapshots = (await job('disk_snapshot')).body.id
  await world.controlPlane.start()
  const done = (job: string) =>
    world.until(`/experimental/v1/bulk-jobs/${job}`, ({ waiting }) => waiting === 0)
  expect(await done(snapshots)).toMatchObject({ failed: 1 })
  const { items } = (await world.ask('GET', `/experimental/v1/bulk-jobs/${snapshots}/items`)).body
  expect(items).toMatchObject([{ error_code: 'InsufficientCapacity', message: SENTENCE }])
  expect(await done((await job('disk_delete')).body.id)).toMatchObject({ succeeded: 1 })
  isShort = false
})

test('while disk space is short, SCIM adds nothing, and still takes access away', async () => {
  const lab = await openScimSilo(world, 'lab')
  const [ada, eve] = [await lab.addUser('ada'), await lab.addUser('eve')]
  const group = await lab.addGroup('team', [ada])
  isShort = true
  const refused = { status: 507, body: { status: '507', detail: SENTENCE } }
  expect(await lab.ask('POST', '/Users', { schemas: [USER], userName: 'more' })).toMatchObject(refused)
  expect(
    await lab.patch(`/Groups/${group}`, { op: 'add', path: 'members', value: [{ value: eve }] }),
  ).toMatchObject(refused)
  expect(
    await lab.patch(`/Users/${ada}`, { op: 'replace', value: { active: false, title: 'x' } }),
  ).toMatchObject(refused)
  const replaced = { schemas: [USER], userName: 'eve', active: true }
  expect(await lab.ask('PUT', `/Users/${eve}`, replaced)).toMatchObject(refused)
  expect((await lab.ask('GET', `/Users/${ada}`)).status).toBe(200)
  expect((await lab.patch(`/Groups/${group}`, { op: 'remove', path: 'members' })).status).toBe(200)
  expect((await lab.patch(`/Users/${ada}`, { op: 'Replace', path: 'active', value: 'False' })).status).toBe(
    200,
  )
  expect((await lab.ask('PUT', `/Users/${eve}`, { ...replaced, active: false })).status).toBe(200)
  expect((await lab.ask('DELETE', `/Users/${eve}`)).status).toBe(204)
  isShort = false
  expect((await lab.ask('POST', '/Users', { schemas: [USER], userName: 'more' })).status).toBe(201)
})
