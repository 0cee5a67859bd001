import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { serve } from '../../test/process.ts'
import { clientOf, PASSWORD } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary.ts'

const FILE = randomBytes(1_048_576)
const HALF = FILE.length / 2

/** Serves the file, but holds back the second half of requests for all of it. @returns the address and the ranges. */
async function slowSite() {
  const ranges: (string | undefined)[] = []
  const site = createServer((request, response) => {
    const { range } = request.headers
    ranges.push(range)
    response.setHeader('etag', '"1"')
    if (range === undefined) {
      response.writeHead(200, { 'content-length': FILE.length })
      return void response.write(FILE.subarray(0, HALF))
    }
    const from = Number(/^bytes=(\d+)-$/.exec(range)![1])
    const rest = FILE.subarray(from)
    response.writeHead(206, {
      'content-range': `bytes ${from}-${FILE.length - 1}/${FILE.length}`,
      'content-length': rest.length,
    })
    response.end(rest)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    site.closeAllConnections()
    site.close()
  })
  return { url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/disk.img`, ranges }
}

type Fetch = { id: string; state: string; bytes_done: number; message: string | null }

test('a killed server continues the download after its start', async () => {
  const { url, ranges } = await slowSite()
  const flags = ['--port', '0', '--data', temporaryFolder(), '--image-networks', '127.0.0.1']
  const environment = { GRANARY_ADMIN_PASSWORD: PASSWORD }
  const first = await serve(flags, environment)
  const before = clientOf(first.url)
  const cookie = await before.signIn()
  await before.send('POST', '/v1/projects', { name: 'p', description: '' }, { cookie })
  const checksum = createHash('sha512').update(FILE).digest('hex')
  const body = { name: 'debian', description: '', os: 'Debian', version: '13', url, checksum }
  const answer = await before.send('POST', '/experimental/v1/image-fetches?project=p', body, { cookie })
  const { id } = (await answer.json()) as Fetch
  const at = async (client: typeof before) =>
    (await (await client.get(`/experimental/v1/image-fetches/${id}`, { cookie })).json()) as Fetch
  await expect.poll(async () => (await at(before)).bytes_done).toBe(HALF)
  await first.end('SIGKILL')

  const after = clientOf((await serve(flags, environment)).url)
  await expect.poll(() => at(after)).toMatchObject({ state: 'succeeded', message: null })
  expect(ranges).toEqual([undefined, `bytes=${HALF}-`])
  const image = await after.get('/v1/images/debian?project=p', { cookie })
  expect(await image.json()).toMatchObject({ state: 'ready', os: 'Debian' })
})

test('networks that the operator does not list are refused', async () => {
  const { url, ranges } = await slowSite()
  const flags = [
    '--port',
    '0',
    '--data',
    temporaryFolder(),
    '--image-fetch',
    'listed',
    '--image-networks',
    '127.0.0.2',
  ]
  const server = await serve(flags, { GRANARY_ADMIN_PASSWORD: PASSWORD })
  const client = clientOf(server.url)
  const cookie = await client.signIn()
  await client.send('POST', '/v1/projects', { name: 'p', description: '' }, { cookie })
  const fetchFrom = async (name: string, from: string) => {
    const body = { name, description: '', os: 'Debian', version: '13', url: from }
    const answer = await client.send('POST', '/experimental/v1/image-fetches?project=p', body, { cookie })
    const { id } = (await answer.json()) as Fetch
    const look = async () =>
      (await (await client.get(`/experimental/v1/image-fetches/${id}`, { cookie })).json()) as Fetch
    await expect.poll(look).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('in a network that the operator does not allow'),
    })
  }
  await fetchFrom('here', url)
  // Public, but not listed: no connection is tried.
  await fetchFrom('public', 'http://203.0.113.1/disk.img')
  expect(ranges).toEqual([])
})
