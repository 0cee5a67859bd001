// @vitest-environment node
import {
  currentUserView,
  diskList,
  instanceList,
  loginLocal,
  logout,
  projectCreate,
  projectUpdate,
  projectView,
  scimTokenList,
} from '@granary/contract/generated/client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './errors.ts'
import { keepPageWhenSignedOut, request, signInAgain, urlOf } from './request.ts'

/** A busy machine may need longer than the default of one second. */
const WAIT = { timeout: 60_000 }

const fetching = vi.fn<typeof fetch>()
const logged = vi.fn()
const noted = vi.fn()
const assign = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', fetching)
  vi.spyOn(console, 'error').mockImplementation(logged)
  vi.spyOn(console, 'info').mockImplementation(noted)
  vi.stubGlobal('location', { pathname: '/projects', search: '?name=web', assign })
  vi.stubGlobal('dispatchEvent', () => true)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const mock of [fetching, logged, noted, assign]) mock.mockReset()
})

const answer = (status: number, body: unknown, headers = {}) =>
  fetching.mockResolvedValueOnce(
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  )
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable(),
    (error: unknown) => error as ApiError,
  )

test('refuses an address without one of its parts, which is that of another operation', () => {
  for (const project of ['', null, undefined])
    expect(() => urlOf({ path: '/v1/projects/{project}' }, { path: { project } })).toThrow('no project')
})

test('reads fields that another server omits as null', async () => {
  answer(200, { items: [{ name: 'a', image_id: 'i' }, { name: 'b' }] })
  expect(await request(diskList, { query: { project: 'p' } })).toEqual({
    items: [
      { name: 'a', imageId: 'i', snapshotId: null },
      { name: 'b', imageId: null, snapshotId: null },
    ],
    nextPage: null,
  })
})

test('encodes path parameters, repeats the key of arrays, and omits null and undefined', () => {
  expect(urlOf({ path: '/v1/projects/{project}' }, { path: { project: 'a/b c' } })).toBe(
    '/v1/projects/a%2Fb%20c',
  )
  const query = {
    project: 'a&b',
    runState: ['running', 'stopped'],
    pageToken: null,
    nameContains: undefined,
    limit: 50,
  }
  expect(urlOf({ path: '/v1/instances' }, { query })).toBe(
    '/v1/instances?project=a%26b&run_state=running&run_state=stopped&limit=50',
  )
  expect(urlOf({ path: '/v1/metrics' }, { query: { startTime: new Date('2026-01-02T03:04:05Z') } })).toBe(
    '/v1/metrics?start_time=2026-01-02T03%3A04%3A05.000Z',
  )
})

test('sends a body as snake_case JSON, and reads the answer in camelCase with dates', async () => {
  answer(201, { id: '1', name: 'web', time_created: '2026-02-28T12:00:00Z' })
  const body = { name: 'web', description: '' }
  const project = await request(projectCreate, { body })
  expect(project.timeCreated).toEqual(new Date('2026-02-28T12:00:00Z'))
  const [url, init] = fetching.mock.calls[0]!
  expect([url, init!.method, init!.body]).toEqual(['/v1/projects', 'POST', JSON.stringify(body)])
  expect(new Headers(init!.headers).get('content-type')).toBe('application/json')
})

test('returns undefined for an empty body', async () => {
  fetching.mockResolvedValueOnce(new Response(null, { status: 204 }))
  await expect(request(logout, {})).resolves.toEqual({})
})

test('throws and logs an error with message, code, status and request id', async () => {
  answer(404, { error_code: 'ObjectNotFound', message: 'not found: project', request_id: 'r1' })
  const error = await failure(request(projectView, { path: { project: 'x' } }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    message: 'Not found: project',
    errorCode: 'ObjectNotFound',
    statusCode: 404,
    requestId: 'r1',
  })
  expect(logged).toHaveBeenCalledExactlyOnceWith('call failed', {
    page: '/projects',
    call: 'GET /v1/projects/x',
    requestId: 'r1',
    errorCode: 'ObjectNotFound',
    message: 'not found: project',
  })
})

test('logs a failure that a screen expects at info level with the reason', async () => {
  answer(403, { error_code: 'Forbidden', message: 'Forbidden', request_id: 'r3' })
  await failure(request(scimTokenList, { query: { silo: 'main' } }))
  expect(noted).toHaveBeenCalledExactlyOnceWith(
    'call failed as expected',
    expect.objectContaining({
      requestId: 'r3',
      expected: 'only admins of the fleet or the silo may list SCIM tokens',
    }),
  )
  expect(logged).not.toHaveBeenCalled()
})

test.each([
  [502, '<h1>Bad gateway</h1>', 'Error reading API response'],
  [200, '<h1>Welcome</h1>', 'Error reading API response'],
  [500, '', 'Unknown server error'],
  [500, '{}', 'Unknown server error'],
])('%i with body %o: %s', async (status, body, words) => {
  answer(status, body, { 'x-request-id': 'r2' })
  const error = await failure(request(currentUserView, {}))
  expect(error).toMatchObject({ message: words, statusCode: status, requestId: 'r2' })
})

test('shows a readable message when there is no answer', async () => {
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const error = await failure(request(currentUserView, {}))
  expect(error).toMatchObject({ name: 'ApiError', statusCode: 0 })
  expect(error.message).toContain('could not be reached')
})

test('does not treat an aborted call as a server error', async () => {
  fetching.mockRejectedValueOnce(new DOMException('gone', 'AbortError'))
  expect(await failure(request(instanceList, { query: { project: 'x' } }))).toMatchObject({
    name: 'AbortError',
  })
})

test('redirects a signed-out user to sign-in and back', async () => {
  answer(401, { error_code: 'Unauthorized', message: 'credentials missing or invalid' })
  const settled = vi.fn()
  void request(currentUserView, {}).then(settled, settled)
  await vi.waitFor(
    () => expect(assign).toHaveBeenCalledWith('/login?redirect_uri=%2Fprojects%3Fname%3Dweb'),
    WAIT,
  )
  expect(settled).not.toHaveBeenCalled()
})

test('keeps a page whose draft would be lost, and says that the session has ended', async () => {
  answer(401, { error_code: 'Unauthorized', message: 'credentials missing or invalid' })
  // A form that stores no draft cancels the event, so that the browser asks.
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => type !== 'beforeunload')
  const body = { name: 'shop', description: '' }
  const error = await failure(request(projectUpdate, { path: { project: 'shop' }, body }))
  expect(error).toMatchObject({
    statusCode: 401,
    message: 'Your session has ended. Sign in in another tab, then try again here.',
  })
  expect(assign).not.toHaveBeenCalled()
})

test('stays on the page after a refused sign-in', async () => {
  answer(401, { message: 'unauthorized' })
  const error = await failure(
    request(loginLocal, { path: { siloName: 'main' }, body: { username: 'a', password: 'b' } }),
  )
  expect(error.statusCode).toBe(401)
  expect(assign).not.toHaveBeenCalled()
})

test('throws for an expired session while the page must stay, and redirects afterwards', async () => {
  const [one, other] = [keepPageWhenSignedOut(), keepPageWhenSignedOut()]
  answer(401, { message: 'unauthorized' })
  await expect(request(currentUserView, {})).rejects.toMatchObject({ statusCode: 401 })
  one()
  expect(signInAgain()).toBe(false)
  other()
  expect(signInAgain()).toBe(true)
})
