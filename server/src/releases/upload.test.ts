import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeRoot } from '../../../scripts/release/root.ts'
import { serve } from '../../test/process.ts'
import { connectRaw, lastAnswer } from '../../test/raw.ts'
import { goodRelease, ROOT_OPTIONS, zipFile } from '../../test/releases.ts'
import { type Client, clientOf, PASSWORD, runServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary.ts'

const PATH = '/v1/system/update/repositories'
const UPLOAD = `${PATH}?file_name=release.zip`
// The clock of these servers is the real one.
const expires = new Date(Date.now() + 3_600_000)
const ROOT = makeRoot({ ...ROOT_OPTIONS, expires })
const release = async (version = '1.2.0') =>
  readFileSync(await zipFile(goodRelease({ version, roots: [ROOT], expires })))

/** Signs in and adds the trust root. @returns what uploads a release. */
async function prepare(client: Client, url: string) {
  const cookie = await client.signIn()
  await client.send('POST', '/v1/system/update/trust-roots', JSON.parse(ROOT), { cookie })
  const headers = { cookie, 'content-type': 'application/octet-stream' }
  const upload = async (body: Buffer<ArrayBuffer>) => {
    const answer = await fetch(url + UPLOAD, { method: 'PUT', headers, body })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const head = (more: string) =>
    `PUT ${UPLOAD} HTTP/1.1\r\nhost: ${new URL(url).host}\r\ncookie: ${cookie}\r\ncontent-type: application/octet-stream\r\n${more}\r\n\r\n`
  return { cookie, upload, head }
}

const incomingIn = (folder: string): string[] => {
  const incoming = join(folder, 'releases/incoming')
  return existsSync(incoming) ? readdirSync(incoming) : []
}

test('uploads a release, lists it and views it', async () => {
  const server = await runServer()
  const { cookie, upload } = await prepare(server, server.url)
  const bytes = await release()
  const repo = { system_version: '1.2.0', file_name: 'release.zip', hash: expect.any(String) as string }
  expect(await upload(bytes)).toMatchObject({ status: 200, body: { repo, status: 'inserted' } })
  expect(await upload(bytes)).toMatchObject({ status: 200, body: { repo, status: 'already_exists' } })
  const other = readFileSync(
    await zipFile(goodRelease({ contents: { 'sled/os.img': 'other' }, roots: [ROOT], expires })),
  )
  expect(await upload(other)).toMatchObject({ status: 409 })
  const listed = await server.get(PATH, { cookie })
  expect(await listed.json()).toMatchObject({ items: [repo] })
  const viewed = await server.get(`${PATH}/1.2.0`, { cookie })
  expect(await viewed.json()).toMatchObject(repo)
  expect(await upload(bytes.subarray(0, 1_000))).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('not a zip file that can be read') as string },
  })
})

test('refuses a release beyond the space of all releases, before it is sent', async () => {
  const folder = temporaryFolder()
  const flags = ['--port', '0', '--data', folder, '--release-space', '1']
  const server = await serve(flags, { GRANARY_ADMIN_PASSWORD: PASSWORD })
  const client = clientOf(server.url)
  const { cookie, upload, head } = await prepare(client, server.url)
  const bytes = await release()
  expect(await upload(bytes)).toMatchObject({ status: 200 })
  const space = async () => (await client.get('/experimental/v1/system/update/space', { cookie })).json()
  expect(await space()).toEqual({ used: bytes.length, limit: 2 ** 30 })
  const raw = connectRaw(server.url)
  await raw.send(head(`content-length: ${2 ** 30}\r\nconnection: close`))
  expect(lastAnswer(await raw.all)).toMatchObject({
    status: 507,
    body: { message: expect.stringContaining('or raise --release-space') as string },
  })
  expect(incomingIn(folder)).toEqual([])
  const path = `/experimental${PATH}/1.2.0`
  expect((await client.send('DELETE', path, undefined, { cookie })).status).toBe(204)
  expect(await space()).toEqual({ used: 0, limit: 2 ** 30 })
})

test('an upload may take longer than other requests, and one at a time arrives', async () => {
  const folder = temporaryFolder()
  const server = await serve(['--port', '0', '--data', folder, '--request-timeout', '1'], {
    GRANARY_ADMIN_PASSWORD: PASSWORD,
  })
  const { upload, head } = await prepare(clientOf(server.url), server.url)
  const bytes = await release()
  const slow = connectRaw(server.url)
  await slow.send(head(`content-length: ${bytes.length}\r\nconnection: close`))
  slow.socket.write(bytes.subarray(0, 1_000))
  await expect.poll(() => incomingIn(folder).length).toBe(1)
  expect(await upload(bytes)).toMatchObject({
    status: 503,
    body: { message: 'Another release is being uploaded. Wait until it has arrived.' },
  })
  await wait(2_500)
  slow.socket.write(bytes.subarray(1_000))
  expect(lastAnswer(await slow.all)).toMatchObject({ status: 200, body: { status: 'inserted' } })
})

test('an upload that is cut off leaves nothing, and is no fault of the server', async () => {
  const folder = temporaryFolder()
  const server = await serve(['--port', '0', '--data', folder], { GRANARY_ADMIN_PASSWORD: PASSWORD })
  const { upload, head } = await prepare(clientOf(server.url), server.url)
  const bytes = await release()
  for (const length of [bytes.length, 10 * bytes.length]) {
    const raw = connectRaw(server.url)
    await raw.send(head(`content-length: ${length}`))
    raw.socket.write(bytes.subarray(0, 1_000))
    await expect.poll(() => incomingIn(folder).length).toBe(1)
    raw.socket.destroy()
    await expect.poll(() => incomingIn(folder).length).toBe(0)
  }
  expect(server.errors()).not.toContain('"level":"error"')
  expect(await upload(bytes)).toMatchObject({ status: 200 })
})

test('a killed server deletes half an upload at its start, and keeps whole ones', async () => {
  const flags = ['--port', '0', '--data', temporaryFolder()]
  const environment = { GRANARY_ADMIN_PASSWORD: PASSWORD }
  const first = await serve(flags, environment)
  const { upload, head } = await prepare(clientOf(first.url), first.url)
  expect(await upload(await release())).toMatchObject({ status: 200 })
  const folder = flags.at(-1)!
  const raw = connectRaw(first.url)
  await raw.send(head('content-length: 100000'))
  await raw.send('half of it')
  await expect.poll(() => incomingIn(folder).length).toBe(1)
  await first.end('SIGKILL')
  expect(incomingIn(folder).length).toBe(1)

  const after = clientOf((await serve(flags, environment)).url)
  expect(incomingIn(folder)).toEqual([])
  expect(readdirSync(join(folder, 'releases'))).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.zip$/)])
  const listed = await after.get(PATH, { cookie: await after.signIn() })
  expect(await listed.json()).toMatchObject({ items: [{ system_version: '1.2.0' }] })
})

test('a stop does not wait for the rest of an upload', async () => {
  const folder = temporaryFolder()
  const server = await serve(['--port', '0', '--data', folder], { GRANARY_ADMIN_PASSWORD: PASSWORD })
  const { head } = await prepare(clientOf(server.url), server.url)
  const raw = connectRaw(server.url)
  await raw.send(head('content-length: 100000'))
  await raw.send('half of it')
  await expect.poll(() => incomingIn(folder).length).toBe(1)
  expect(await server.end('SIGTERM')).toBe(0)
  expect(lastAnswer(await raw.all)).toMatchObject({
    status: 503,
    body: { message: 'The server is stopping. Upload the release again when it is back.' },
  })
  expect(incomingIn(folder)).toEqual([])
  expect(server.errors()).not.toContain('"level":"error"')
})
