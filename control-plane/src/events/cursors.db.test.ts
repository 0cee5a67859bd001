import { ChangeEvent } from '@granary/contract/events.ts'
import { codecOf } from '@granary/contract/codec.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { anyChange, type Following, openFollowing } from '../../test/following.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

test("begins a stream with the cursor, and sends each change in the contract's form", async () => {
  const reader = await events.follow(events.admin)
  expect(reader.headers.get('content-type')).toBe('text/event-stream')
  expect(reader.headers.get('cache-control')).toBe('no-store')
  expect(reader.all).toMatchObject([{ event: 'hello', id: expect.stringMatching(/^\d+-\d+$/), data: {} }])
  const id = await events.project('told')
  await events.saw(reader, 'project created told')
  await events.saw(reader, 'vpc-subnet created default')
  const { data, id: cursor } = reader.all.find((one) => one.data.kind === 'project')!
  expect(ChangeEvent.parse(codecOf(ChangeEvent).decode(data))).toMatchObject({
    cursor,
    id,
    projectId: id,
    parentId: null,
  })
  // An event only names the changed resource, without its contents.
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

test('resumes after a lost connection without a gap or a repeat', async () => {
  const reader = await events.follow(events.admin)
  const all: string[] = []
  let cursor = reader.all[0]!.id
  await reader.close()
  for (let at = 0; at < 5; at++) {
    const names = [`gap-${at}-a`, `gap-${at}-b`]
    for (const name of names) await events.project(name)
    const again = await events.follow(
      events.admin,
      at % 2 ? `?cursor=${cursor}` : '',
      at % 2 ? {} : { 'last-event-id': cursor },
    )
    await events.saw(again, `project created ${names[1]}`)
    // The connection was lost in the middle of a transaction's changes.
    const middle = again.all.findIndex((one) => one.data.name === names[1] && one.data.kind === 'project')
    const read = again.all.slice(1, middle + 1)
    all.push(...read.map((one) => one.id))
    cursor = read.at(-1)!.id
    await again.close()
  }
  const last = await events.follow(events.admin, `?cursor=${cursor}`)
  const rows = await events.world.services.db
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

test('without a cursor, sends new changes and those of the last moments', async () => {
  await events.project('before')
  await events.clock.advance(60_000)
  // A stream begins at the latest change that is not held back.
  await events.settled()
  await events.project('just-before')
  const reader = await events.read(events.admin)
  await events.project('after')
  await events.saw(reader, 'project created after')
  expect(reader.changes()).toContain('project created just-before')
  expect(reader.changes()).not.toContain('project created before')
})

test.each(['x', '1', '1-', '-1', '1-1-1', '9999999999999999-1', '1-9999999999999999'])(
  'the cursor %s is refused',
  async (cursor) => {
    const { status, body } = await events.world.ask(
      'GET',
      `/experimental/v1/events?cursor=${cursor}`,
      undefined,
      events.admin,
    )
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^unable to parse query string: cursor/),
    })
  },
)

test('resets on a cursor from another database, or one too far back', async () => {
  const future = await events.follow(events.admin, '?cursor=9999999999-1')
  expect(future.all[0]!.event).toBe('reset')
  await events.write(...Array.from({ length: 5_001 }, () => anyChange('many')))
  // Changes that are held back do not count as a backlog.
  await events.settled()
  const past = await events.follow(events.admin, '?cursor=0-0')
  expect(past.all[0]!.event).toBe('reset')
  await events.project('after-reset')
  await events.saw(past, 'project created after-reset')
  expect(past.changes()).not.toContain('project created told')
})

test('sends no change that is rolled back', async () => {
  const reader = await events.follow(events.admin)
  await events.project('taken')
  await events.world.ask('POST', '/v1/projects', { name: 'taken', description: '' }, events.admin)
  await events.project('next')
  await events.saw(reader, 'project created next')
  expect(reader.changes().filter((change) => change === 'project created taken')).toHaveLength(1)
})

test('keeps the changes of a slow transaction that commits after quicker ones', async () => {
  const reader = await events.follow(events.admin)
  if (events.world.services.engine === 'sqlite') {
    // SQLite has one writer at a time, so no other order is possible.
    await events.write(anyChange('slow'))
    await events.write(anyChange('quick'))
  } else {
    let commit = () => {}
    const wait = new Promise<void>((resolve) => (commit = resolve))
    const begun = new Promise<void>((resolve) => {
      void (async () => {
        await events.world.services.db.transaction().execute(async (db) => {
          const time = events.clock.now().toISOString()
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
        events.world.services.notify()
      })()
    })
    await begun
    await events.write(anyChange('quick'))
    // The reader polls, and waits again.
    const beats = () => reader.all.filter((one) => one.event === 'beat').length
    const before = beats()
    await reader.until(
      () => beats() > before + 1,
      () => events.clock.advance(15_000),
    )
    commit()
  }
  await reader.until(
    () => reader.changes().length >= 2,
    () => events.clock.advance(15_000),
  )
  expect(reader.changes()).toEqual(['project updated slow', 'project updated quick'])
})
