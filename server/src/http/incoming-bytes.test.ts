import { MiB } from '@granary/domain/sizes.ts'
import { getRequestListener } from '@hono/node-server'
import { createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { incomingBytes } from './incoming-bytes.ts'

const LIMIT = 300_000
/** The library's own `Response` in place of Node's would break the servers of other files in this worker: they would answer twice. */
const AS_THE_SERVER = { overrideGlobalObjects: false }

/** A server that reads bodies, and the outcome of the last one. */
async function open() {
  const bytes = incomingBytes({ body: () => {} })
  const ended = Promise.withResolvers<Uint8Array | Error>()
  const listener = getRequestListener(async (asked, env) => {
    const { readBytes } = bytes(asked, (env as { incoming: IncomingMessage }).incoming)
    try {
      ended.resolve(Uint8Array.from(await readBytes(LIMIT)))
    } catch (error) {
      ended.resolve(error as Error)
    }
    return new Response(null, { status: 204 })
  }, AS_THE_SERVER)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const begin = (headers: Record<string, string>) => {
    const outgoing = request({ port, host: '127.0.0.1', method: 'PUT', headers })
    outgoing.on('error', () => {})
    return outgoing
  }
  return { begin, ended: ended.promise }
}
const pattern = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 31) % 251)

test.each([0, 1, 4096, LIMIT])('reads %i bytes with a content length', async (length) => {
  const { begin, ended } = await open()
  begin({ 'content-length': String(length) }).end(pattern(length))
  expect(await ended).toEqual(pattern(length))
})

test('reads a body without a content length', async () => {
  const { begin, ended } = await open()
  begin({ 'transfer-encoding': 'chunked' }).end(pattern(100_000))
  expect(await ended).toEqual(pattern(100_000))
})

test.each<Record<string, string>>([
  { 'content-length': String(LIMIT + 1) },
  { 'transfer-encoding': 'chunked' },
])('more than the limit is refused: %o', async (headers) => {
  const { begin, ended } = await open()
  begin(headers).end(pattern(LIMIT + 1))
  expect(await ended).toMatchObject({ status: 400, message: expect.stringContaining('300000 bytes') })
})

test('rejects a body that is cut off', async () => {
  const { begin, ended } = await open()
  const outgoing = begin({ 'content-length': '200000' })
  outgoing.write(pattern(100_000), () => outgoing.destroy())
  expect(await ended).toMatchObject({ status: 400, message: expect.stringContaining('ended before') })
})

test('reuses a large buffer after its request is done, and not before', async () => {
  const bytes = incomingBytes({ body: () => {} })
  const read: { release: () => void; body: Uint8Array<ArrayBuffer> }[] = []
  const listener = getRequestListener(async (asked, env) => {
    const { readBytes, release } = bytes(asked, (env as { incoming: IncomingMessage }).incoming)
    read.push({ release, body: await readBytes(8 * MiB) })
    return new Response(null, { status: 204 })
  }, AS_THE_SERVER)
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const send = (value: number) =>
    fetch(`http://127.0.0.1:${port}/`, { method: 'PUT', body: new Uint8Array(2 * MiB).fill(value) })

  await send(1)
  await send(2)
  expect(read.map(({ body }) => [body.length, body[0], body.at(-1)])).toEqual([
    [2 * MiB, 1, 1],
    [2 * MiB, 2, 2],
  ])
  read[0]!.release()
  read[0]!.release()
  await send(3)
  expect(read[2]!.body.buffer).toBe(read[0]!.body.buffer)
  await send(4)
  expect(read.slice(1).map(({ body }) => body[0])).toEqual([2, 3, 4])
})

test('frees a copied part at once, and leaves shared memory alone', async () => {
  const parts = [Buffer.alloc(70_000, 1), Buffer.from(new ArrayBuffer(100_000), 10, 30_000).fill(2)]
  const [own, shared] = parts as [Buffer, Buffer]
  const incoming = Object.assign(Readable.from(parts), { headers: { 'content-length': '100000' } })
  const request = new Request('http://localhost/')
  const body = await incomingBytes({ body: () => {} })(
    request,
    incoming as unknown as IncomingMessage,
  ).readBytes(LIMIT)
  expect([body[0], body[69_999], body[70_000], body.at(-1), body.length]).toEqual([1, 1, 2, 2, 100_000])
  expect([own.length, shared.length]).toEqual([0, 30_000])
})
