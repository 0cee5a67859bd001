import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openTerminal } from '../test/terminal.ts'

/** A server that keeps what it is sent. */
async function recorder() {
  const requests: { method: string; url: string; length: string | undefined; bytes: number; body: string }[] =
    []
  const server = createServer(async (request, response) => {
    let [bytes, body] = [0, '']
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes < 1_000) body += part.toString()
    }
    const { method = '', url = '', headers } = request
    requests.push({ method, url, length: headers['content-length'], bytes, body })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const terminal = openTerminal()
  const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(terminal.environment, { GRANARY_HOST: host, GRANARY_TOKEN: 'x' })
  return { requests, terminal }
}

const UPLOAD = '/v1/system/update/repositories?file_name='

test('sends a release as it is read, under the name of its file', async () => {
  const { requests, terminal } = await recorder()
  const folder = mkdtempSync(join(tmpdir(), 'granary-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'release-2.0.0.zip')
  writeFileSync(file, new Uint8Array(5_000_000))
  expect(await terminal.granary('system-update', 'upload', file)).toMatchObject({ code: 0 })
  expect(await terminal.granary('system-update', 'upload', file, '--file-name', 'other.zip')).toMatchObject({
    code: 0,
  })
  expect(requests).toMatchObject([
    { method: 'PUT', url: `${UPLOAD}release-2.0.0.zip`, length: '5000000', bytes: 5_000_000 },
    { url: `${UPLOAD}other.zip` },
  ])
  const missing = await terminal.granary('system-update', 'upload', join(folder, 'missing'))
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') })
  expect(await terminal.granary('system-update', 'upload')).toMatchObject({ code: 2 })
})

test('holds little of a release in memory', async () => {
  const { requests, terminal } = await recorder()
  const folder = mkdtempSync(join(tmpdir(), 'granary-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'release.zip')
  writeFileSync(file, '')
  const size = 240_000_000
  truncateSync(file, size)
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers - before)), 5)
  expect(await terminal.granary('system-update', 'upload', file)).toMatchObject({ code: 0 })
  clearInterval(timer)
  expect(requests).toMatchObject([{ bytes: size }])
  expect(most).toBeLessThan(160_000_000)
})

test('takes the version of a target as an argument or a flag', async () => {
  const { requests, terminal } = await recorder()
  for (const words of [['2.0.0'], ['--system-version', '2.0.0']])
    expect(await terminal.granary('system-update', 'set-target', ...words)).toMatchObject({ code: 0 })
  const body = '{"system_version":"2.0.0"}'
  expect(requests).toMatchObject([{ url: '/v1/system/update/target-release', body }, { body }])
  expect(await terminal.granary('system-update', 'set-target')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--system-version is required'),
  })
})
