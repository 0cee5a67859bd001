import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Kysely, QueryExecutor } from 'kysely'
import type { Database } from '../database/schema.ts'
import { anyChange, type Following, openFollowing, type Reader } from '../../test/following.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

const beatsOf = (reader: Reader) => reader.all.filter(({ event }) => event === 'beat').length

/** Lets the hub beat once. @param witness has read all changes: a stream that still reads gets no beat. */
async function beat(witness: Reader): Promise<void> {
  const before = beatsOf(witness)
  await events.clock.advance(15_000)
  await witness.until(() => beatsOf(witness) > before)
}

/** Returns the prototype of the executors of all lanes: a stream reads in the lane of its user. */
function sharedExecutor(db: Kysely<Database>): QueryExecutor {
  let found: object = db.getExecutor()
  while (!Object.hasOwn(found, 'executeQuery')) found = Object.getPrototypeOf(found)
  return found as QueryExecutor
}

/** Holds back the read of changes after a cursor. @returns whether it has come, and a function that lets it go on. */
function holdRead(cursor: string) {
  const seq = Number(cursor.split('-')[1])
  const { promise, resolve } = Promise.withResolvers<void>()
  const shared = sharedExecutor(events.world.services.db)
  const execute = Reflect.get(shared, 'executeQuery') as QueryExecutor['executeQuery']
  let isHeld = false
  const spy = vi.spyOn(shared, 'executeQuery').mockImplementation(async function (
    this: QueryExecutor,
    query,
    ...more
  ) {
    const isRead = query.sql.includes('"parent_id"') && query.sql.includes('from "change_log"')
    // The last parameter is the limit. The hub reads too, from a later position.
    if (isRead && !isHeld && query.parameters.slice(0, -1).includes(seq)) {
      isHeld = true
      await promise
    }
    return execute.call(this, query, ...more)
  })
  onTestFinished(() => spy.mockRestore())
  return { isHeld: () => isHeld, go: resolve }
}

test('a beat that comes while a stream reads earlier changes takes none of them away', async () => {
  const witness = await events.follow(events.admin)
  const cursor = witness.all[0]!.id
  const id = crypto.randomUUID()
  await events.write(anyChange(id))
  await events.saw(witness, `project updated ${id}`)
  const held = holdRead(cursor)
  const reader = await events.read(events.admin, `?cursor=${cursor}`)
  await expect.poll(held.isHeld).toBe(true)
  await beat(witness)
  held.go()
  await events.saw(reader, `project updated ${id}`)
})

test('a change that comes while a stream reads earlier ones is sent once', async () => {
  const witness = await events.follow(events.admin)
  const cursor = witness.all[0]!.id
  const [before, during, later] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await events.write(anyChange(before))
  await events.saw(witness, `project updated ${before}`)
  const held = holdRead(cursor)
  const reader = await events.read(events.admin, `?cursor=${cursor}`)
  await expect.poll(held.isHeld).toBe(true)
  await events.write(anyChange(during))
  await events.saw(witness, `project updated ${during}`)
  held.go()
  await events.write(anyChange(later))
  await events.saw(reader, `project updated ${later}`)
  expect(reader.changes()).toEqual([before, during, later].map((name) => `project updated ${name}`))
})

test('the end of one access ends its streams with that reason, and no others', async () => {
  const witness = await events.follow(events.admin)
  const cookie = await events.world.signIn('viewer', 'viewer')
  const reader = await events.follow(cookie)
  const id = crypto.randomUUID()
  await events.write(anyChange(id))
  await events.saw(witness, `project updated ${id}`)
  await events.world.ask('POST', '/v1/logout', undefined, cookie)
  await reader.until(() => reader.ended())
  expect(reader.all.at(-1)).toMatchObject({ event: 'end', data: { reason: 'access has ended' } })
  await beat(witness)
  expect(witness.ended()).toBe(false)
})

test('a client may pause again and again', async () => {
  const witness = await events.follow(events.admin)
  const request = new Request('http://test/experimental/v1/events', { headers: { cookie: events.admin } })
  const pausing = (await events.world.controlPlane.fetch(request)).body!.getReader()
  for (let pause = 0; pause < 3; pause++) {
    const id = crypto.randomUUID()
    // More than a stream holds for its client.
    await events.write(...Array.from({ length: 1_000 }, () => anyChange('x'.repeat(400))), anyChange(id))
    await events.saw(witness, `project updated ${id}`)
    for (let beats = 0; beats < 3; beats++) await beat(witness)
    let text = ''
    while (!text.includes(id)) {
      const { value, done } = await pausing.read()
      if (done) throw new Error(`it ended: ${text.slice(-200)}`)
      text += new TextDecoder().decode(value)
    }
    // The next beat finds room.
    await beat(witness)
    await pausing.read()
  }
  await pausing.cancel()
})

test('a stream without a cursor begins five seconds before', async () => {
  await events.clock.advance(60_000)
  const [old, recent] = [crypto.randomUUID(), crypto.randomUUID()]
  await events.write(anyChange(old))
  await events.clock.advance(2_000)
  await events.write(anyChange(recent))
  await events.settled()
  await events.clock.advance(4_000)
  const reader = await events.read(events.admin)
  await events.saw(reader, `project updated ${recent}`)
  expect(reader.changes()).toEqual([`project updated ${recent}`])
})
