import { expect, onTestFinished, test, vi } from 'vitest'
import { Gate, LARGE, SEATS } from './gate.ts'

const ann = { silo: 'large', user: 'ann' }
const bob = { silo: 'large', user: 'bob' }
const cleo = { silo: 'small', user: 'cleo' }

type Arriving = { key: typeof ann; seats?: number; maxMs?: number }

/** A gate in an event loop whose turns the test makes, and requests that run until the test ends them. */
function open(rate = 0) {
  let callbacks: (() => void)[] = []
  const waits: [string, number][] = []
  const refusals: string[] = []
  const gate = new Gate({
    rate,
    afterInput: (run) => void callbacks.push(run),
    metrics: {
      waited: (level, ms) => void waits.push([level, ms]),
      refused: (reason) => void refusals.push(reason),
    },
  })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const arrive = (name: string, asking: Arriving) =>
    gate.run(asking, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  /** Runs turns of the event loop until no more requests begin. @returns those that have begun. */
  const turns = async () => {
    const from = begun.length
    while (callbacks.length > 0) {
      const ran = callbacks
      callbacks = []
      for (const run of ran) run()
      await Promise.resolve()
    }
    await new Promise((resolve) => setImmediate(resolve))
    return begun.slice(from)
  }
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const many = (count: number, key: typeof ann) => {
    for (let n = 0; n < count; n++) void arrive(`${key.user} ${n}`, { key })
  }
  return { gate, arrive, many, turns, end, waits, refusals }
}

test('nothing begins before all that have arrived stand in the queue, where silos and users take turns', async () => {
  const { arrive, turns } = open()
  for (const n of [1, 2]) void arrive(`ann ${n}`, { key: ann })
  void arrive('bob', { key: bob })
  void arrive('cleo', { key: cleo })
  expect(await turns()).toEqual(['ann 1', 'cleo', 'bob', 'ann 2'])
})

test('a silo has three quarters of the seats at most, and the others begin at once beside it', async () => {
  const { gate, many, turns, arrive, end } = open()
  many(SEATS, ann)
  const most = (SEATS * 3) / 4
  expect(await turns()).toHaveLength(most)
  expect(gate.state).toEqual({ used: most, waiting: { user: SEATS - most, network: 0 } })
  void arrive('cleo', { key: cleo })
  expect(await turns()).toEqual(['cleo'])
  await end('ann 0')
  expect(await turns()).toEqual([`ann ${most}`])
})

test('a large request takes several seats, and small ones that arrive later do not keep it from them', async () => {
  const { many, turns, arrive, end } = open()
  many((SEATS * 3) / 4, ann)
  many(SEATS / 4 - 1, cleo)
  await turns()
  void arrive('large', { key: { silo: 'third', user: 'dan' }, seats: LARGE })
  void arrive('small', { key: { silo: 'fourth', user: 'eve' } })
  expect(await turns()).toEqual([])
  for (let n = 0; n < LARGE - 1; n++) await end(`ann ${n}`)
  expect(await turns()).toEqual(['large'])
  await end('cleo 0')
  expect(await turns()).toEqual(['small'])
})

test('a large request is not passed by small ones of others in its silo', async () => {
  const { many, turns, arrive, end } = open()
  many((SEATS * 3) / 4, ann)
  await turns()
  void arrive('large', { key: bob, seats: LARGE })
  void arrive('small', { key: { silo: 'large', user: 'dan' } })
  for (let n = 0; n < LARGE - 1; n++) {
    await end(`ann ${n}`)
    expect(await turns()).toEqual([])
  }
  await end(`ann ${LARGE - 1}`)
  expect(await turns()).toEqual(['large'])
})

test('those behind a large request begin when it is refused, as it has waited too long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { many, turns, arrive, end } = open()
  many(SEATS / 2, ann)
  many(SEATS / 2, cleo)
  await turns()
  const large = expect(arrive('large', { key: bob, seats: LARGE })).rejects.toMatchObject({ status: 503 })
  await turns()
  vi.advanceTimersByTime(9_000)
  void arrive('small', { key: { silo: 'third', user: 'dan' } })
  await end('ann 0')
  expect(await turns()).toEqual([])
  vi.advanceTimersByTime(1_000)
  await large
  expect(await turns()).toEqual(['small'])
})

test('large requests of a silo leave a thread for those of others', async () => {
  const { turns, arrive } = open()
  for (const n of [1, 2, 3, 4]) void arrive(`ann ${n}`, { key: ann, seats: LARGE })
  expect(await turns()).toEqual(['ann 1', 'ann 2', 'ann 3'])
  void arrive('cleo', { key: cleo, seats: LARGE })
  expect(await turns()).toEqual(['cleo'])
})

test('a request that waits for ten seconds is refused, and costs its silo no turn', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { gate, many, turns, arrive, refusals, waits, end } = open()
  many((SEATS * 3) / 4, ann)
  await turns()
  const late = arrive('late', { key: bob })
  const outcome = expect(late).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
  await turns()
  vi.advanceTimersByTime(10_000)
  await outcome
  expect(refusals).toEqual(['wait'])
  expect(waits).toHaveLength((SEATS * 3) / 4 + 1)
  expect(gate.state.waiting).toEqual({ user: 0, network: 0 })
  await end('ann 0')
  expect(await turns()).toEqual([])
})

test('a request that waits for something outside gives its seat to others after its time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { gate, turns, arrive, end } = open()
  void arrive('hangs', { key: ann, maxMs: 1_000 })
  await turns()
  expect(gate.state.used).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(gate.state.used).toBe(0)
  await end('hangs')
  expect(gate.state.used).toBe(0)
})

test('work that leaves its seat or fails gives it back once', async () => {
  const gate = new Gate({ rate: 0 })
  await gate.run({ key: ann, seats: LARGE }, async (leave) => {
    leave()
    expect(gate.state.used).toBe(0)
  })
  await expect(gate.run({ key: ann }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(gate.state.used).toBe(0)
})

test('a user may send ten seconds of requests at once, and then as many as the rate allows', () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { gate, refusals } = open(10)
  for (let n = 0; n < 100; n++) gate.limit(ann)
  expect(() => gate.limit(ann)).toThrow(
    expect.objectContaining({ status: 429, headers: { 'retry-after': '1' } }) as Error,
  )
  expect(refusals).toEqual(['rate'])
  gate.limit(bob)
  now += 100
  gate.limit(ann)
  expect(() => gate.limit(ann)).toThrow('10 requests a second')
  now += 3_600_000
  for (let n = 0; n < 100; n++) gate.limit(ann)
  expect(() => gate.limit(ann)).toThrow()
})

test('requests of unknown callers wait as networks', async () => {
  const { turns, arrive, waits } = open()
  void arrive('unknown', { key: { silo: '', user: '192.0.2.1' } })
  expect(await turns()).toEqual(['unknown'])
  expect(waits.map(([level]) => level)).toEqual(['network'])
})
