import { request as httpRequest } from 'node:http'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { builtConsole, runServer, SCRIPT } from '../../test/server.ts'
import { staticFiles } from './static-files.ts'

const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://host/', { method, headers })

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null],
])('a client that accepts %j gets %j with the same text', async (accepted, encoding) => {
  const { url } = await runServer()
  const answer = await fetch(`${url}/assets/main-0a1b2c.js`, { headers: { 'accept-encoding': accepted } })
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await answer.text()).toBe(SCRIPT)
})

test('sends a file without a compressed form unchanged', async () => {
  const answer = staticFiles(builtConsole())('/favicon.svg', ask({ 'accept-encoding': 'br, gzip' }))!
  expect([answer.headers.get('content-encoding'), await answer.text()]).toEqual([null, '<svg/>'])
})

test('revalidates files without a hash in their name, and sends them again only after a change', async () => {
  const folder = builtConsole()
  const file = staticFiles(folder)
  const first = file('/favicon.svg', ask())!
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const known = { 'if-none-match': first.headers.get('etag')! }
  const again = file('/favicon.svg', ask(known))!
  expect([again.status, await again.text()]).toEqual([304, ''])
  writeFileSync(join(folder, 'favicon.svg'), '<svg>changed</svg>')
  const changed = file('/favicon.svg', ask(known))!
  expect([changed.status, await changed.text()]).toEqual([200, '<svg>changed</svg>'])
})

test('answers HEAD with headers and no body, and never lets the page be stored', async () => {
  const file = staticFiles(builtConsole())
  const head = file('/assets/main-0a1b2c.js', ask({}, 'HEAD'))!
  expect([head.headers.get('content-length'), await head.text()]).toEqual([String(SCRIPT.length), ''])
  expect(file('/index.html', ask())!.headers.get('cache-control')).toBe('no-store')
})

const ESCAPES = [
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%2f..%2fsecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/..\\secret.txt',
  '/assets/%00',
  '/favicon.svg%00.html',
  '/%',
  '/%c0%ae%c0%ae/secret.txt',
  '/assets',
  '/',
]

test.each(ESCAPES)('finds no file for %j', (path) => {
  expect(staticFiles(builtConsole())(path, ask())).toBeNull()
})

test.each(ESCAPES)('does not leave the folder for %j over the wire', async (path) => {
  const { url } = await runServer()
  // `fetch` would normalize the path before sending it.
  const [answer] = await once(httpRequest(url, { path }).end(), 'response')
  const body = (await answer.toArray()).join('')
  expect([400, 404]).toContain(answer.statusCode)
  expect(body).not.toContain('nobody may read this')
  expect(JSON.parse(body)).toHaveProperty('request_id')
})
