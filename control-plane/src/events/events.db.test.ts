import { manualClock } from '@granary/compute/clock.ts'
import { ChangeEvent } from '@granary/contract/events.ts'
import { codecOf } from '@granary/contract/codec.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readEvents } from '../../test/event-reader.ts'
import { addSilo, addUser, siloId } from '../../test/people.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { openWorld, type World } from '../../test/world.ts'
import { inTransaction, systemContext } from '../kit/app.ts'
import { record } from '../kit/changes.ts'

type Reader = Awaited<ReturnType<typeof readEvents>>
const clock = manualClock()
let world: World
let admin: string
let readers: Reader[] = []
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  admin = await world.signIn('admin', 'secret')
  await addSilo(world.services, 'elsewhere')
  await addUser(world.services, 'elsewhere', 'stranger', { silo: 'admin' })
  await addUser(world.services, 'main', 'viewer', { silo: 'viewer' })
  await addUser(world.services, 'main', 'nothing')
})
afterEach(async () => {
  await Promise.all(readers.map((reader) => reader.close()))
  readers = []
})
afterAll(() => world.close())

async function follow(cookie: string, query?: string, headers?: Record<string, string>): Promise<Reader> {
  // Who follows without a cursor is told again of what happened just now.
  if (!query && !headers?.['last-event-id']) await clock.advance(60_000)
  const reader = await readEvents(world, cookie, query, headers)
  readers.push(reader)
  await reader.until((all) => all.length > 0)
  return reader
}
const project = async (name: string) =>
  (await world.ask('POST', '/v1/projects', { name, description: '' }, admin)).body.id as string
const saw = (reader: Reader, change: string) => reader.until(() => reader.changes().includes(change))

test('a stream begins with where it is, and tells of each change as the contract says', async () => {
  const reader = await follow(admin)
  expect(reader.headers.get('content-type')).toBe('text/event-stream')
  expect(reader.headers.get('cache-control')).toBe('no-store')
  expect(reader.all).toMatchObject([{ event: 'hello', id: expect.stringMatching(/^\d+-\d+$/), data: {} }])
  const id = await project('told')
  await saw(reader, 'project created told')
  const { data, id: cursor } = reader.all.find((one) => one.data.kind === 'project')!
  expect(ChangeEvent.parse(codecOf(ChangeEvent).decode(data))).toMatchObject({
    cursor,
    id,
    projectId: id,
    parentId: null,
  })
  // Nothing of what the resource looks like is told, only that it changed.
  expect(Object.keys(data).toSorted()).toEqual([
    'action',
    'cursor',
    'id',
    'kind',
    'name',
    'parent_id',
    'project_id',
    'silo_id',
    'time',
  ])
  const subnet = reader.all.find((one) => one.data.kind === 'vpc-subnet')!
  const vpc = reader.all.find((one) => one.data.kind === 'vpc')!
  expect(subnet.data.parent_id).toBe(vpc.data.id)
})

test('after a lost connection it goes on without a gap and without a repeat', async () => {
  const reader = await follow(admin)
  const all: string[] = []
  let cursor = reader.all[0]!.id
  await reader.close()
  for (let at = 0; at < 5; at++) {
    const names = [`gap-${at}-a`, `gap-${at}-b`]
    for (const name of names) await project(name)
    const again = await follow(
      admin,
      at % 2 ? `?cursor=${cursor}` : '',
      at % 2 ? {} : { 'last-event-id': cursor },
    )
    await saw(again, `project created ${names[1]}`)
    // It was lost in the middle of a transaction's changes.
    const middle = again.all.findIndex((one) => one.data.name === names[1] && one.data.kind === 'project')
    const read = again.all.slice(1, middle + 1)
    all.push(...read.map((one) => one.id))
    cursor = read.at(-1)!.id
    await again.close()
  }
  const last = await follow(admin, `?cursor=${cursor}`)
  const rows = await world.services.db
    .selectFrom('change_log')
    .select(['transaction_id', 'seq', 'name'])
    .orderBy('seq')
    .execute()
  const end = `${rows.at(-1)!.transaction_id}-${rows.at(-1)!.seq}`
  await last.until((got) => got.some((one) => one.id === end))
  all.push(...last.all.slice(1).map((one) => one.id))
  const first = rows.findIndex((row) => row.name === 'gap-0-a')
  expect(all).toEqual(rows.slice(first).map((row) => `${row.transaction_id}-${row.seq}`))
})

test('without a cursor it tells of what comes, and of what was read a moment ago', async () => {
  await project('before')
  await clock.advance(60_000)
  await project('just-before')
  const reader = await readEvents(world, admin)
  readers.push(reader)
  await project('after')
  await saw(reader, 'project created after')
  expect(reader.changes()).toContain('project created just-before')
  expect(reader.changes()).not.toContain('project created before')
})

test.each(['x', '1', '1-', '-1', '1-1-1', '99999999999999999-1'])(
  'the cursor %s is refused',
  async (cursor) => {
    const { status, body } = await world.ask(
      'GET',
      `/experimental/v1/events?cursor=${cursor}`,
      undefined,
      admin,
    )
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^unable to parse query string: cursor/),
    })
  },
)

test('a cursor from another life, or too far back, resets: everything is to be read again', async () => {
  const future = await follow(admin, '?cursor=9999999999-1')
  expect(future.all[0]!.event).toBe('reset')
  await inTransaction(systemContext(world.services, 'test'), async (context) => {
    for (let at = 0; at < 5_001; at++)
      record(context, {
        kind: 'project',
        action: 'updated',
        id: crypto.randomUUID(),
        name: 'many',
        siloId: null,
        projectId: null,
        parentId: null,
        before: null,
        after: null,
      })
  })
  const past = await follow(admin, '?cursor=0-0')
  expect(past.all[0]!.event).toBe('reset')
  await project('after-reset')
  await saw(past, 'project created after-reset')
  expect(past.changes()).not.toContain('project created told')
})

test('everybody is told only of what they may read', async () => {
  const open = await project('open')
  await addUser(world.services, 'main', 'member', { projects: { [open]: 'viewer' } })
  const names = [
    ['stranger', 'elsewhere'],
    ['viewer', 'main'],
    ['nothing', 'main'],
    ['member', 'main'],
  ] as const
  const [stranger, viewer, nothing, member] = await Promise.all(
    names.map(async ([name, silo]) => follow(await world.signIn(name, name, silo))),
  )
  const closed = await project('closed')
  const disk = { name: 'd', description: '', size: 2 ** 30, disk_backend: { type: 'local' } }
  for (const id of [open, closed]) await world.ask('POST', `/v1/disks?project=${id}`, disk, admin)
  await world.ask(
    'POST',
    '/v1/me/ssh-keys',
    { name: 'secret-key', description: '', public_key: PUBLIC_KEY },
    admin,
  )
  await world.ask('PUT', '/v1/projects/open', { description: 'last' }, admin)
  await saw(viewer!, 'project updated open')
  await saw(member!, 'project updated open')
  expect(viewer!.changes()).toContain('project created closed')
  expect(viewer!.changes().filter((change) => change === 'disk created d')).toHaveLength(2)
  expect(member!.changes()).toEqual(['disk created d', 'project updated open'])
  expect(nothing!.changes()).toEqual([])
  expect(stranger!.changes()).toEqual([])
  expect(viewer!.changes().join()).not.toContain('secret-key')
})

test('keys are told of to whom they belong', async () => {
  const cookie = await world.signIn('nothing', 'nothing')
  const reader = await follow(cookie)
  await world.ask('POST', '/v1/me/ssh-keys', { name: 'own', description: '', public_key: PUBLIC_KEY }, cookie)
  await world.ask('DELETE', '/v1/me/ssh-keys/own', undefined, cookie)
  await saw(reader, 'ssh-key deleted own')
  expect(reader.changes()).toEqual(['ssh-key created own', 'ssh-key deleted own'])
})

test('what lies in a silo is news for those who may list it, the silo itself for all of its users', async () => {
  const [viewer, nothing] = await Promise.all(
    ['viewer', 'nothing'].map(async (name) => follow(await world.signIn(name, name))),
  )
  const inSilo = await siloId(world.services)
  await inTransaction(systemContext(world.services, 'test'), async (context) => {
    for (const kind of ['silo-image', 'silo'])
      record(context, {
        kind,
        action: 'updated',
        id: crypto.randomUUID(),
        name: kind,
        siloId: inSilo,
        projectId: null,
        parentId: null,
        before: null,
        after: null,
      })
  })
  await saw(nothing!, 'silo updated silo')
  await saw(viewer!, 'silo updated silo')
  expect(nothing!.changes()).toEqual(['silo updated silo'])
  expect(viewer!.changes()).toEqual(['silo-image updated silo-image', 'silo updated silo'])
})

test('members are told that their project is gone', async () => {
  const id = await project('doomed')
  await addUser(world.services, 'main', 'mourner', { projects: { [id]: 'viewer' } })
  const reader = await follow(await world.signIn('mourner', 'mourner'))
  await world.ask('DELETE', '/v1/vpc-subnets/default?project=doomed&vpc=default', undefined, admin)
  await world.ask('DELETE', '/v1/vpcs/default?project=doomed', undefined, admin)
  expect((await world.ask('DELETE', '/v1/projects/doomed', undefined, admin)).status).toBe(204)
  await saw(reader, 'project deleted doomed')
})

test('a role that was taken away takes the news away', async () => {
  const id = await project('shared')
  const user = await addUser(world.services, 'main', 'former', { projects: { [id]: 'viewer' } })
  const reader = await follow(await world.signIn('former', 'former'))
  await world.ask('PUT', '/v1/projects/shared', { description: 'one' }, admin)
  await saw(reader, 'project updated shared')
  await world.services.db.deleteFrom('role_assignment').where('identity_id', '=', user).execute()
  const witness = await follow(admin)
  await world.ask('PUT', '/v1/projects/shared', { description: 'two' }, admin)
  await saw(witness, 'project updated shared')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(reader.changes()).toEqual(['project updated shared'])
})

test('whoever loses their role in a project is told so, and nobody else who has none', async () => {
  const id = await project('left')
  await addUser(world.services, 'main', 'leaver', { projects: { [id]: 'viewer' } })
  const leaver = await follow(await world.signIn('leaver', 'leaver'))
  const nothing = await follow(await world.signIn('nothing', 'nothing'))
  const empty = { role_assignments: [] }
  expect((await world.ask('PUT', `/v1/projects/${id}/policy`, empty, admin)).status).toBe(200)
  await saw(leaver, 'project-policy updated left')
  await world.ask('PUT', '/v1/projects/left', { description: 'without them' }, admin)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(leaver.changes()).toEqual(['project-policy updated left'])
  expect(nothing.changes()).toEqual([])
})

test('a change that is rolled back is told to nobody', async () => {
  const reader = await follow(admin)
  await project('taken')
  await world.ask('POST', '/v1/projects', { name: 'taken', description: '' }, admin)
  await project('next')
  await saw(reader, 'project created next')
  expect(reader.changes().filter((change) => change === 'project created taken')).toHaveLength(1)
})

test('something comes every fifteen seconds, with the cursor', async () => {
  const reader = await follow(admin)
  const { id } = reader.all[0]!
  const start = clock.now().getTime()
  const beats = () => reader.all.filter((one) => one.event === 'beat').length
  await reader.until(
    () => beats() === 3,
    () => clock.advance(5_000),
  )
  expect(clock.now().getTime() - start).toBeGreaterThanOrEqual(45_000)
  expect(reader.all.at(-1)).toMatchObject({ event: 'beat', id })
})

test('signing out ends the stream', async () => {
  const cookie = await world.signIn('admin', 'secret')
  const reader = await follow(cookie)
  await world.ask('POST', '/v1/logout', undefined, cookie)
  await reader.until(() => reader.ended())
})

test('a session that has become too old ends the stream', async () => {
  const reader = await follow(await world.signIn('viewer', 'viewer'))
  const beats = () => reader.all.filter((one) => one.event === 'beat').length
  await clock.advance(7 * 3_600_000)
  const before = beats()
  await reader.until(
    () => beats() > before + 2,
    () => clock.advance(15_000),
  )
  expect(reader.ended()).toBe(false)
  await clock.advance(2 * 3_600_000)
  await reader.until(
    () => reader.ended(),
    () => clock.advance(15_000),
  )
  admin = await world.signIn('admin', 'secret')
})

test('nobody is told nothing', async () => {
  expect((await world.ask('GET', '/experimental/v1/events', undefined, '')).status).toBe(401)
})

test('a slow transaction that commits after quicker ones is not left out', async () => {
  const reader = await follow(admin)
  const context = systemContext(world.services, 'test')
  const note = (name: string) => ({
    kind: 'project',
    action: 'updated' as const,
    id: crypto.randomUUID(),
    name,
    siloId: null,
    projectId: null,
    parentId: null,
    before: null,
    after: null,
  })
  if (context.engine === 'sqlite') {
    // One writes at a time, so there is no other order.
    await inTransaction(context, async (inner) => record(inner, note('slow')))
    await inTransaction(context, async (inner) => record(inner, note('quick')))
  } else {
    let commit = () => {}
    const wait = new Promise<void>((resolve) => (commit = resolve))
    const begun = new Promise<void>((resolve) => {
      void (async () => {
        await world.services.db.transaction().execute(async (db) => {
          const time = clock.now().toISOString()
          const row = {
            time,
            request_id: 'r',
            operation: 'test',
            actor_kind: 'system' as const,
            action: 'updated' as const,
          }
          await db
            .insertInto('change_log')
            .values({ ...row, kind: 'project', resource_id: crypto.randomUUID(), name: 'slow' })
            .execute()
          resolve()
          await wait
        })
        world.services.notify()
      })()
    })
    await begun
    await inTransaction(context, async (inner) => record(inner, note('quick')))
    await new Promise((resolve) => setTimeout(resolve, 100))
    commit()
  }
  await reader.until(
    () => reader.changes().length >= 2,
    () => clock.advance(15_000),
  )
  expect(reader.changes()).toEqual(['project updated slow', 'project updated quick'])
})
