import { LIMITS } from '@granary/domain/limits.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { anyChange, type Following, openFollowing } from '../../test/following.ts'
import { explain } from '../../test/explain.ts'
import { changesQuery } from './change-feed.ts'

let events: Following
beforeAll(async () => {
  events = await openFollowing()
})
afterEach(() => events.leave())
afterAll(() => events.world.close())

test('reads the log once for all streams', async () => {
  const cookies = await Promise.all(Array.from({ length: 10 }, () => events.world.signIn('admin', 'secret')))
  const readers = await Promise.all(cookies.map((cookie) => events.follow(cookie)))
  for (const reader of readers) await events.caughtUp(reader, readers[0]!)
  const executor = events.world.services.db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  const running = { now: 0, most: 0 }
  const queries = vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...more) => {
    if (!query.sql.includes('from "change_log"')) return execute(query, ...more)
    running.most = Math.max(running.most, ++running.now)
    try {
      return await execute(query, ...more)
    } finally {
      running.now--
    }
  })
  onTestFinished(() => queries.mockRestore())
  const id = crypto.randomUUID()
  await events.write(anyChange(id))
  // Other servers and requests wake the streams while they read.
  for (let wake = 0; wake < 5; wake++) events.world.services.notify()
  for (const reader of readers) await events.saw(reader, `project updated ${id}`)
  // A wake reaches all streams at once. If each read by itself, they would read at the same time.
  expect(running.most).toBe(1)
})

test('reads no change before the cursor', async () => {
  const { services } = events.world
  const plan = await explain(services, changesQuery(services, { transaction: 0, seq: 7 }, 500))
  expect(plan).toMatch(
    services.engine === 'sqlite'
      ? /SEARCH change_log USING INDEX change_log_by_transaction_id_seq \(transaction_id=\? AND seq>\?\)/
      : /Index Scan using change_log_by_transaction_id_seq .*Index Cond: \(ROW\(transaction_id, seq\) > /s,
  )
  expect(plan).not.toMatch(/TEMP B-TREE|Sort/)
})

test('refuses a user who has too many streams, until one is closed', async () => {
  const cookie = await events.world.signIn('viewer', 'viewer')
  const readers = await Promise.all(
    Array.from({ length: LIMITS.eventStreams.max }, () => events.read(cookie)),
  )
  const ask = (as: string) => events.world.ask('GET', '/experimental/v1/events?cursor=x', undefined, as)
  expect(await ask(cookie)).toMatchObject({ status: 429, body: { error_code: 'TooManyRequests' } })
  expect(await ask(events.admin)).toMatchObject({ status: 400 })
  await readers[0]!.close()
  // A refused request counts only while it is answered.
  for (let request = 0; request < 3; request++) expect(await ask(cookie)).toMatchObject({ status: 400 })
})

test('ends the stream of a client that stops reading, with a reason, and sends the others everything', async () => {
  const reader = await events.follow(events.admin)
  const request = new Request('http://test/experimental/v1/events', { headers: { cookie: events.admin } })
  const stalled = (await events.world.controlPlane.fetch(request)).body!.getReader()
  await stalled.read()
  const name = 'x'.repeat(200)
  for (let batch = 1; batch <= 14; batch++) {
    await events.write(...Array.from({ length: 500 }, () => anyChange(name)))
    await reader.until((all) => all.filter((one) => one.data.name === name).length === batch * 500)
  }
  let text = ''
  for (let part = await stalled.read(); !part.done; part = await stalled.read())
    text += new TextDecoder().decode(part.value)
  expect(text).toMatch(/\n\nevent: end\ndata: \{"reason":"the client reads too slowly"\}\n\n$/)
})

test('ends the stream of a client that stops reading while little happens, within a minute or so', async () => {
  const reader = await events.follow(events.admin)
  const request = new Request('http://test/experimental/v1/events', { headers: { cookie: events.admin } })
  const stalled = (await events.world.controlPlane.fetch(request)).body!.getReader()
  await stalled.read()
  const id = crypto.randomUUID()
  // More than a stream holds for its client, and far less than the longest backlog.
  await events.write(...Array.from({ length: 1_000 }, () => anyChange('x'.repeat(400))), anyChange(id))
  await events.saw(reader, `project updated ${id}`)
  const beats = () => reader.all.filter(({ event }) => event === 'beat').length
  for (let beat = 0; beat < 5; beat++) {
    const before = beats()
    await reader.until(
      () => beats() > before,
      () => events.clock.advance(5_000),
    )
  }
  await events.write(anyChange(`${id}-later`))
  await events.saw(reader, `project updated ${id}-later`)
  let text = ''
  for (let part = await stalled.read(); !part.done; part = await stalled.read())
    text += new TextDecoder().decode(part.value)
  expect(text).toMatch(/\n\nevent: end\ndata: \{"reason":"the client reads too slowly"\}\n\n$/)
})

test('keeps the stream of a client that pauses, without a gap', async () => {
  await events.clock.advance(60_000)
  const request = new Request('http://test/experimental/v1/events', { headers: { cookie: events.admin } })
  const paused = (await events.world.controlPlane.fetch(request)).body!.getReader()
  await paused.read()
  const witness = await events.follow(events.admin)
  const id = crypto.randomUUID()
  for (let batch = 0; batch < 6; batch++)
    await events.write(...Array.from({ length: 500 }, (_, at) => anyChange(`${id}-${batch * 500 + at}`)))
  await events.saw(witness, `project updated ${id}-2999`)
  const names: string[] = []
  while (names.at(-1) !== `${id}-2999`) {
    const { value, done } = await paused.read()
    expect(done).toBe(false)
    names.push(...[...new TextDecoder().decode(value).matchAll(/"name":"([^"]+)"/g)].map(([, name]) => name!))
  }
  expect(names.filter((name) => name.startsWith(id))).toEqual(
    Array.from({ length: 3_000 }, (_, at) => `${id}-${at}`),
  )
  await paused.cancel()
})
