import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderHook } from '../../ui/testing.ts'
import { ApiError } from '../errors.ts'
import * as signing from '../request.ts'
import { followChanges } from './follow.ts'
import { useLive } from './status.ts'

vi.mock('../request.ts', { spy: true })

/** An event source whose server is the test. */
class FakeSource extends EventTarget {
  static all: FakeSource[] = []
  static get last() {
    return FakeSource.all.at(-1)!
  }
  readonly url: string
  closed = false
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.all.push(this)
  }
  close() {
    this.closed = true
  }
  send(type: string, lastEventId: string, data: object = {}) {
    this.dispatchEvent(new MessageEvent(type, { lastEventId, data: JSON.stringify(data) }))
  }
  fail() {
    this.dispatchEvent(new Event('error'))
  }
}

/** The channel to other windows, which the test is. */
class FakeChannel extends EventTarget {
  static sent: unknown[] = []
  static last: FakeChannel
  constructor() {
    super()
    FakeChannel.last = this
  }
  postMessage = (message: unknown) => void FakeChannel.sent.push(message)
  close() {}
}

/** Another window takes a turn. */
const otherTakes = () => FakeChannel.last.dispatchEvent(new MessageEvent('message'))

const fetching = vi.fn<typeof fetch>()
let end = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('BroadcastChannel', FakeChannel)
  vi.stubGlobal('fetch', fetching)
  FakeSource.all = []
  FakeChannel.sent = []
  fetching.mockReset()
  comesBy({ nextHopProtocol: 'http/1.1' })
  answer(200)
})
afterEach(() => {
  end()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  setHidden(false)
})

/** The page comes by a hop. The DOM of the tests doesn't know of any. */
const comesBy = (hop: object) => Object.assign(performance, { getEntriesByType: () => [hop] })
const answer = (status: number) => fetching.mockImplementation(async () => new Response('{}', { status }))
const pass = (time: number) => vi.advanceTimersByTimeAsync(time)
const live = () => renderHook(() => useLive()).result.current.state
function setHidden(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Follows changes while a component shows the projects, which it read `age` milliseconds before. */
async function start(data: object = { items: [] }, age = 1) {
  const queryClient = new QueryClient()
  const read = vi.fn(async () => data)
  new QueryObserver(queryClient, {
    queryKey: ['projectList', {}],
    queryFn: read,
    staleTime: Infinity,
  }).subscribe(() => {})
  await pass(age)
  read.mockClear()
  end = followChanges(queryClient)
  return read
}

const projectChanged = { kind: 'project', action: 'updated', id: 'p1', name: 'shop', project_id: null }

test('refetches after a change at once', async () => {
  const read = await start()
  FakeSource.last.send('hello', '1-1')
  expect(live()).toBe('live')
  FakeSource.last.send('message', '1-2', projectChanged)
  await pass(500)
  expect(read).toHaveBeenCalledTimes(1)
})

test.each([
  ['refetches', 10_000, 1],
  ['keeps', 1_000, 0],
])('%s data that was read %d ms before the first connection', async (_, age, reads) => {
  const read = await start({ items: [] }, age)
  FakeSource.last.send('hello', '1-1')
  await pass(500)
  expect(read).toHaveBeenCalledTimes(reads)
})

test('refetches data that was read long before the first connection was answered', async () => {
  const read = await start()
  await pass(10_000)
  FakeSource.last.send('hello', '1-1')
  await pass(500)
  expect(read).toHaveBeenCalledTimes(1)
})

test('resumes after a lost connection, and refetches nothing unchanged', async () => {
  const read = await start()
  FakeSource.last.send('hello', '1-1')
  FakeSource.last.send('beat', '1-7')
  FakeSource.last.fail()
  expect(live()).toBe('reconnecting')
  await pass(2_000)
  expect(FakeSource.all).toHaveLength(2)
  expect(FakeSource.last.url).toBe('/experimental/v1/events?cursor=1-7')
  FakeSource.last.send('hello', '1-7')
  await pass(1_000)
  expect(live()).toBe('live')
  expect(read).not.toHaveBeenCalled()
})

/** Follows changes while the page shows its user. */
async function showUser(read: () => Promise<object>) {
  const queryClient = new QueryClient()
  const options = { queryKey: ['currentUserView', {}], queryFn: read, staleTime: Infinity }
  new QueryObserver(queryClient, options).subscribe(() => {})
  await pass(1)
  end = followChanges(queryClient)
  FakeSource.last.send('hello', '1-1')
  await pass(500)
}

test.each([
  ['was lost', () => FakeSource.last.fail(), () => pass(2_000)],
  ['rested while the page was hidden', () => setHidden(true), async () => setHidden(false)],
])(
  'reads the user again after a connection %s, because another one may have signed in',
  async (_, ends, resumes) => {
    const read = vi.fn(async () => ({ id: 'ann' }))
    await showUser(read)
    expect(read).toHaveBeenCalledTimes(1)
    ends()
    await pass(31_000)
    await resumes()
    FakeSource.last.send('hello', '1-1')
    await pass(500)
    expect(read).toHaveBeenCalledTimes(2)
  },
)

test.each([
  ['the next attempt to connect', () => pass(2_000)],
  ['the event of a browser that is online again', async () => void window.dispatchEvent(new Event('online'))],
])('retries calls that failed during an outage, by %s', async (_, comesBack) => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const read = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue({})
  new QueryObserver(queryClient, { queryKey: ['diskList', {}], queryFn: read }).subscribe(() => {})
  end = followChanges(queryClient)
  FakeSource.last.send('hello', '1-1')
  await pass(1)
  FakeSource.last.fail()
  await comesBack()
  expect(FakeSource.all).toHaveLength(2)
  FakeSource.last.send('hello', '1-1')
  await pass(1_000)
  expect(read).toHaveBeenCalledTimes(2)
  expect(queryClient.getQueryData(['diskList', {}])).toEqual({})
})

/** Follows changes while a component shows disks, which are read by `read`. */
function showDisks(read: () => Promise<object>): QueryClient {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  new QueryObserver(queryClient, { queryKey: ['diskList', {}], queryFn: read }).subscribe(() => {})
  end = followChanges(queryClient)
  return queryClient
}

test('retries a call that fails only after the server is back', async () => {
  const fail = () => new Promise<object>((_, reject) => setTimeout(() => reject(new Error('away')), 3_000))
  const read = vi.fn<() => Promise<object>>().mockImplementationOnce(fail).mockResolvedValue({})
  const queryClient = showDisks(read)
  FakeSource.last.send('hello', '1-1')
  FakeSource.last.fail()
  window.dispatchEvent(new Event('online'))
  FakeSource.last.send('hello', '1-1')
  await pass(5_000)
  expect(queryClient.getQueryState(['diskList', {}])).toMatchObject({ status: 'success', data: {} })
})

test.each([
  ['unreachable', 0, 2],
  ['starting', 503, 2],
  ['refusing', 403, 1],
])('retries calls of a server that was %s by the next beat', async (_, statusCode, times) => {
  const read = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new ApiError('away', { statusCode }))
  showDisks(read.mockResolvedValue({}))
  FakeSource.last.send('hello', '1-1')
  await pass(500)
  expect(read).toHaveBeenCalledTimes(1)
  FakeSource.last.send('beat', '1-1')
  await pass(500)
  expect(read).toHaveBeenCalledTimes(times)
})

test.each([
  ['when the browser is online again', 403, () => void window.dispatchEvent(new Event('online'))],
  ['by the next poll', 0, () => {}],
])('retries failed calls of a server without the path %s', async (_, statusCode, comesBack) => {
  const read = vi.fn<() => Promise<object>>().mockRejectedValueOnce(new ApiError('away', { statusCode }))
  answer(404)
  showDisks(read.mockResolvedValue({}))
  FakeSource.last.fail()
  await pass(2_000)
  expect(live()).toBe('polling')
  comesBack()
  await pass(3_000)
  expect(read).toHaveBeenCalledTimes(2)
})

test('ignores an attempt from before the browser was online again', async () => {
  await start()
  FakeSource.last.send('hello', '1-1')
  fetching.mockImplementation(
    () => new Promise((_, reject) => setTimeout(() => reject(new Error('away')), 3_000)),
  )
  window.dispatchEvent(new Event('offline'))
  await pass(2_000)
  window.dispatchEvent(new Event('online'))
  FakeSource.last.send('hello', '1-1')
  await pass(3_000)
  expect(live()).toBe('live')
  expect(FakeSource.last.closed).toBe(false)
})

test('takes an offline browser for a lost connection, until the server answers', async () => {
  answer(200)
  await start()
  FakeSource.last.send('hello', '1-1')
  window.dispatchEvent(new Event('offline'))
  expect(live()).toBe('reconnecting')
  await pass(2_000)
  expect(FakeSource.all).toHaveLength(2)
  FakeSource.last.send('hello', '1-1')
  expect(live()).toBe('live')
})

test('refetches everything when the cursor is too old', async () => {
  const read = await start()
  FakeSource.last.send('hello', '1-1')
  FakeSource.last.send('reset', '9-9')
  await pass(1_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test('refetches everything after a connection that was never established', async () => {
  const read = await start()
  FakeSource.last.fail()
  await pass(2_000)
  FakeSource.last.send('hello', '1-1')
  await pass(1_000)
  expect(read).toHaveBeenCalledTimes(1)
})

test('backs off during an outage', async () => {
  await start()
  answer(503)
  FakeSource.last.fail()
  await pass(60_000)
  expect(fetching.mock.calls.length).toBeGreaterThanOrEqual(4)
  expect(fetching.mock.calls.length).toBeLessThanOrEqual(12)
  expect(FakeSource.all).toHaveLength(1)
  answer(200)
  await pass(25_000)
  expect(FakeSource.all).toHaveLength(2)
})

test('treats silence as a lost connection', async () => {
  await start()
  FakeSource.last.send('hello', '1-1')
  await pass(39_000)
  FakeSource.last.send('beat', '1-1')
  await pass(39_000)
  expect(FakeSource.all).toHaveLength(1)
  await pass(4_000)
  expect(FakeSource.all[0]!.closed).toBe(true)
  expect(FakeSource.all).toHaveLength(2)
})

test.each([
  [{ items: [{ runState: 'starting' }] }, 3],
  [{ items: [{ runState: 'running' }] }, 0],
])('a server without the path is polled for what is in transition: %o', async (data, times) => {
  const read = await start(data)
  answer(404)
  FakeSource.last.fail()
  await pass(2_000)
  expect(live()).toBe('polling')
  read.mockClear()
  await pass(9_500)
  expect(read).toHaveBeenCalledTimes(times)
})

test('redirects to sign-in after a sign-out elsewhere, and stops polling', async () => {
  await start()
  const leads = vi.spyOn(signing, 'signInAgain').mockReturnValue(true)
  answer(401)
  FakeSource.last.fail()
  await pass(2_000)
  expect(leads).toHaveBeenCalledOnce()
  fetching.mockClear()
  await pass(60_000)
  expect(fetching).not.toHaveBeenCalled()
})

test('says signed out on a page that stays for its draft, until the user has a session again', async () => {
  await start()
  FakeSource.last.send('hello', '1-1')
  vi.spyOn(signing, 'signInAgain').mockReturnValue(false)
  answer(401)
  FakeSource.last.fail()
  expect(live()).toBe('reconnecting')
  await pass(2_000)
  for (let attempts = 0; attempts < 4; attempts++) {
    expect(live()).toBe('signed out')
    await pass(15_000)
  }
  answer(200)
  await pass(25_000)
  FakeSource.last.send('hello', '1-1')
  expect(live()).toBe('live')
})

test('tries at once to reconnect when the user returns to the page', async () => {
  await start()
  vi.spyOn(signing, 'signInAgain').mockReturnValue(false)
  answer(401)
  FakeSource.last.fail()
  await pass(60_000)
  setHidden(true)
  await pass(100)
  fetching.mockClear()
  answer(200)
  setHidden(false)
  await pass(0)
  expect(fetching).toHaveBeenCalledOnce()
  expect(FakeSource.all).toHaveLength(2)
  await pass(60_000)
  expect(FakeSource.last.closed).toBe(false)
})

test('closes the connection of a hidden page, and resumes when it is visible', async () => {
  await start()
  FakeSource.last.send('hello', '1-4')
  setHidden(true)
  await pass(1_000)
  setHidden(false)
  await pass(25_000)
  expect(FakeSource.last.closed).toBe(false)
  FakeSource.last.send('beat', '1-4')
  setHidden(true)
  await pass(3_100)
  expect(FakeSource.last.closed).toBe(true)
  await pass(60_000)
  expect(FakeSource.all).toHaveLength(1)
  setHidden(false)
  expect(FakeSource.last.url).toContain('cursor=1-4')
})

test('connects a page that opened in the background only once it is visible, and refetches old data', async () => {
  setHidden(true)
  const read = await start()
  await pass(600_000)
  expect(FakeSource.all).toHaveLength(0)
  setHidden(false)
  expect(FakeSource.all).toHaveLength(1)
  FakeSource.last.send('hello', '1-1')
  await pass(300)
  expect(read).toHaveBeenCalledOnce()
})

test('stays without a connection that it lost, or that began, while the page was hidden', async () => {
  await start()
  FakeSource.last.send('hello', '1-4')
  setHidden(true)
  FakeSource.last.fail()
  await pass(60_000)
  expect(FakeSource.all).toHaveLength(1)
  setHidden(false)
  expect(FakeSource.all).toHaveLength(2)
  expect(FakeSource.last.url).toContain('cursor=1-4')
})

test('closes its connection when two other windows follow changes, and catches up in its next turn', async () => {
  await start()
  expect(FakeChannel.sent).toHaveLength(1)
  FakeSource.last.send('hello', '1-4')
  otherTakes()
  expect(FakeSource.last.closed).toBe(false)
  otherTakes()
  expect(FakeSource.last.closed).toBe(true)
  expect(live()).toBe('live')
  await pass(6_100)
  expect(FakeSource.last.closed).toBe(false)
  expect(FakeSource.last.url).toContain('cursor=1-4')
  expect(FakeChannel.sent).toHaveLength(2)
  // The others took their turns before this one.
  otherTakes()
  expect(FakeSource.last.closed).toBe(false)
})

test('does not connect in its turn while the page is hidden', async () => {
  await start()
  FakeSource.last.send('hello', '1-4')
  otherTakes()
  otherTakes()
  setHidden(true)
  await pass(60_000)
  expect(FakeSource.all).toHaveLength(1)
  setHidden(false)
  expect(FakeSource.all).toHaveLength(2)
})

test.each(['h2', 'h3'])('takes no turns over %s', async (nextHopProtocol) => {
  comesBy({ nextHopProtocol })
  expect(await start().then(() => FakeChannel.sent)).toEqual([])
})
