import { expect, test } from 'vitest'
import { startReceiver } from '../../test/webhooks.ts'
import { reachable } from './reachable.ts'
import { endpointProblem, postWebhooks } from './webhooks.ts'

const patience = { connect: 200, all: 500 }
const post = postWebhooks(reachable(['127.0.0.1']), patience)
const postGuarded = postWebhooks(reachable([]), patience)
const problemOf = (url: string) => endpointProblem(url, reachable([]))
const never = new AbortController().signal
const request = { headers: { 'x-several': ['one', 'two'] }, body: '{"ä":1}' }

test('sends the bytes with all headers, and reads the beginning of the answer', async () => {
  const receiver = await startReceiver()
  expect(await post(`${receiver.url}/error?of=alerts`, request, never)).toMatchObject({
    status: 500,
    excerpt: 'it broke',
  })
  // The receiver is another process.
  await expect.poll(() => receiver.received.length).toBe(1)
  const [{ method, url, headers, body }] = receiver.received as [(typeof receiver.received)[number]]
  expect([method, url, body.toString()]).toEqual(['POST', '/error?of=alerts', '{"ä":1}'])
  expect(headers.filter(([name]) => name === 'x-several')).toEqual([
    ['x-several', 'one'],
    ['x-several', 'two'],
  ])
  expect(headers).toContainEqual(['content-length', '8'])
})

test('follows no redirect', async () => {
  const receiver = await startReceiver()
  expect(await post(`${receiver.url}/redirect`, request, never)).toMatchObject({ status: 302 })
  await expect.poll(() => receiver.received.length).toBe(1)
})

test('stops to read an answer of ten gigabytes, and one that does not end', async () => {
  const receiver = await startReceiver()
  const endless = await post(`${receiver.url}/endless`, request, never)
  expect(endless).toMatchObject({ status: 200, excerpt: 'x'.repeat(1_024) })
  await expect.poll(() => receiver.closed).toEqual(['/endless'])
  expect(await post(`${receiver.url}/hanging-body`, request, never)).toMatchObject({
    status: 200,
    excerpt: 'the beginning',
  })
})

test('keeps connections', async () => {
  const receiver = await startReceiver()
  for (let at = 0; at < 10; at++) await post(`${receiver.url}/ok`, request, never)
  // The next request may begin before the last one has left its connection.
  expect(receiver.connections).toBeLessThanOrEqual(2)
})

test('stops without an answer, and when the connection breaks', async () => {
  const receiver = await startReceiver()
  expect(await post(`${receiver.url}/hang`, request, never)).toEqual({
    failure: 'timeout',
    problem: 'no answer within 0.5 seconds',
  })
  expect(await post(`${receiver.url}/reset`, request, never)).toEqual({
    failure: 'unreachable',
    problem: 'the connection was closed before an answer',
  })
  expect(await post('http://127.0.0.1:1/', request, never)).toEqual({
    failure: 'unreachable',
    problem: 'the connection was refused',
  })
  const ending = new AbortController()
  const posted = post(`${receiver.url}/hang`, request, ending.signal)
  ending.abort(new Error('the server stops'))
  await expect(posted).rejects.toThrow('the server stops')
})

test.each([
  'http://127.0.0.1/',
  'https://10.1.2.3/hook',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:8400/',
  'http://[::ffff:10.0.0.1]/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://localhost:8400/',
  'http://hooks.localhost/',
])('refuses the inner address %s', async (url) => {
  expect(problemOf(url)).toBe('this address is not allowed')
  expect(await postGuarded(url, request, never)).toMatchObject({ failure: 'unreachable' })
})

test.each([
  ['ftp://alerts.example/', 'must be an address that begins with https:// or http://'],
  ['alerts.example', 'must be an address that begins with https:// or http://'],
  ['https://user:secret@alerts.example/', 'may not have a user name or password in it'],
])('refuses %s', (url, problem) => {
  expect(problemOf(url)).toBe(problem)
})

test('allows public addresses and names, which are checked again when they are resolved', () => {
  for (const url of ['https://alerts.example/hook', 'http://192.0.2.7:8080/', 'https://[2001:db8::1]/'])
    expect(problemOf(url)).toBeNull()
})
