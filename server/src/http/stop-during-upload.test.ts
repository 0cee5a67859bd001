import { createHash, randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { connectRaw } from '../../test/raw.ts'
import { openServer, type TestServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary.ts'

const PIECE = 512 * 1024
const DISK = {
  name: 'upload',
  description: '',
  size: 2 ** 30,
  disk_backend: { type: 'distributed', disk_source: { type: 'importing_blocks', block_size: 512 } },
}

async function open(folder: string): Promise<TestServer> {
  const server = await openServer(folder)
  onTestFinished(server.stop)
  return server
}

test('a stop waits for the piece of an upload that is on its way, and keeps it', async () => {
  const folder = temporaryFolder()
  const server = await open(folder)
  const cookie = await server.signIn()
  await server.send('POST', '/v1/projects', { name: 'p', description: '' }, { cookie })
  const made = await server.send('POST', '/v1/disks?project=p', DISK, { cookie })
  const { id } = (await made.json()) as { id: string }
  const begin = async () =>
    (await server.send('POST', `/v1/disks/${id}/bulk-write-start`, null, { cookie })).status
  await expect.poll(begin).toBe(204)

  // Text, because the connection of the test writes text; the server stores any bytes.
  const piece = randomBytes(PIECE / 2).toString('hex')
  const raw = connectRaw(server.url)
  await raw.send(
    `PUT /experimental/v1/disks/${id}/blocks?offset=0 HTTP/1.1\r\nhost: ${new URL(server.url).host}\r\ncookie: ${cookie}\r\ncontent-type: application/octet-stream\r\ncontent-length: ${PIECE}\r\n\r\n`,
  )
  await raw.send(piece.slice(0, PIECE / 2))
  await server.get('/v1/ping')
  const stopped = server.stop()
  await raw.send(piece.slice(PIECE / 2))
  expect(await raw.all).toMatch(/^HTTP\/1.1 204 /)
  await stopped

  const again = await open(folder)
  const path = `/experimental/v1/disks/${id}/block-digests?offset=0&length=${PIECE}`
  const digests = await again.get(path, { cookie: await again.signIn() })
  const sha256 = createHash('sha256').update(piece).digest('hex')
  expect(await digests.json()).toEqual({ items: [{ offset: 0, length: PIECE, sha256 }] })
})
