import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { runServer, type TestServer } from './server.ts'

/** Reads of the list; thousands in a long run by hand. */
const READS = Number(process.env.GRANARY_READS ?? 300)
const READERS = 4
const NAMES = ['a', 'b', 'c']
/** Milliseconds between two writes of a writer, at most, so that readers find equal snapshots in between. */
const MAX_PAUSE = 60
const LIST = '/v1/vpcs?project=p'

/** A number that a writer increases. */
type Counter = { name: string; begun: number; acknowledged: number }

/** Writes the next number of each counter again and again. */
async function write({ send }: TestServer, cookie: string, counter: Counter, isOver: () => boolean) {
  while (!isOver()) {
    const description = String((counter.begun += 1))
    const path = `/v1/vpcs/${counter.name}?project=p`
    const answer = await send('PUT', path, { description }, { cookie })
    expect(answer.status, await answer.text()).toBe(200)
    counter.acknowledged += 1
    await sleep(Math.random() * MAX_PAUSE)
  }
}

/** Reads the list: it shows every write that was acknowledged before, and none that is requested later. */
async function read({ get }: TestServer, cookie: string, counters: readonly Counter[]) {
  const before = counters.map(({ acknowledged }) => acknowledged)
  const answer = await get(LIST, { cookie })
  const { items } = (await answer.json()) as { items: { name: string; description: string }[] }
  const shown = counters.map(({ name }) => Number(items.find((item) => item.name === name)!.description))
  for (const [at, { begun }] of counters.entries()) {
    expect(shown[at]).toBeGreaterThanOrEqual(before[at]!)
    expect(shown[at]).toBeLessThanOrEqual(begun)
  }
  return shown
}

test('a list on one server shows each write that another server has acknowledged', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const flags = ['--database-url', url]
  const [writing, reading] = await Promise.all([runServer(flags), runServer(flags)])
  const cookie = await writing.signIn()
  const make = (path: string, body: object) => writing.send('POST', path, body, { cookie })
  await make('/v1/projects', { name: 'p', description: '' })
  for (const name of NAMES) await make(LIST, { name, description: '0', dns_name: name })
  const counters = NAMES.map((name): Counter => ({ name, begun: 0, acknowledged: 0 }))
  let left = READS
  const writers = counters.map((counter) => write(writing, cookie, counter, () => left <= 0))
  const readers = Array.from({ length: READERS }, async () => {
    let last = counters.map(() => 0)
    while (left-- > 0) {
      const shown = await read(reading, cookie, counters)
      // A later read never shows less.
      expect(shown.every((value, at) => value >= last[at]!)).toBe(true)
      last = shown
    }
  })
  await Promise.all([...writers, ...readers]).finally(() => (left = 0))
  expect(await read(reading, cookie, counters)).toEqual(counters.map(({ begun }) => begun))
  if (process.env.GRANARY_READS) console.log(`${READS} reads`, counters)
}, 3_600_000)
