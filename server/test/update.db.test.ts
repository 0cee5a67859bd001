import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { makeRoot } from '../../scripts/release/root.ts'
import { serve } from './process.ts'
import { goodRelease, ROOT_OPTIONS, zipFile } from './releases.ts'
import { clientOf, PASSWORD } from './server.ts'
import { temporaryFolder } from './temporary.ts'

/** One sled and two switches, each of which takes three seconds. */
const COMPONENTS = 3
const AT = '/v1/system/update'
const VERSION = '1.2.0'

type Status = { components_by_release_version: Record<string, number>; time_last_step_planned: string }

async function start(flags: string[]) {
  const all = ['--port', '0', '--simulated-sleds', '1', ...flags]
  const server = await serve(all, { GRANARY_ADMIN_PASSWORD: PASSWORD })
  const client = clientOf(server.url)
  const cookie = await client.signIn()
  const status = async () => (await (await client.get(`${AT}/status`, { cookie })).json()) as Status
  return { ...server, ...client, cookie, status }
}
type Started = Awaited<ReturnType<typeof start>>

/** Uploads a release, sets it as the target, and waits until the first step has begun. */
async function begin({ url, send, cookie, status }: Started): Promise<void> {
  // The clock of these servers is the real one.
  const expires = new Date(Date.now() + 3_600_000)
  const root = makeRoot({ ...ROOT_OPTIONS, expires })
  await send('POST', `${AT}/trust-roots`, JSON.parse(root), { cookie })
  const body = readFileSync(await zipFile(goodRelease({ version: VERSION, roots: [root], expires })))
  const headers = { cookie, 'content-type': 'application/octet-stream' }
  await fetch(`${url}${AT}/repositories?file_name=release.zip`, { method: 'PUT', headers, body })
  const before = await status()
  expect(before.components_by_release_version).toEqual({ 'install dataset': COMPONENTS })
  expect((await send('PUT', `${AT}/target-release`, { system_version: VERSION }, { cookie })).status).toBe(
    204,
  )
  await expect
    .poll(async () => (await status()).time_last_step_planned)
    .not.toBe(before.time_last_step_planned)
}

const finished = { components_by_release_version: { [VERSION]: COMPONENTS }, suspended: false }
/** Long enough for all components, and for the lease of a killed server. */
const PATIENCE = { timeout: 60_000 }

/** Returns the number of components whose update has begun and not ended, from the database of a server that has ended. */
function halfUpdated(folder: string): unknown {
  using database = new DatabaseSync(join(folder, 'granary.sqlite'), { readOnly: true })
  const row = database
    .prepare('select count(*) as count from update_component where updating_to is not null')
    .get()
  return row?.count
}

test('a server that stops or is killed in the middle of an update continues it after its start', async () => {
  const folder = temporaryFolder()
  const flags = ['--data', folder]
  const first = await start(flags)
  await begin(first)
  expect(await first.end('SIGTERM')).toBe(0)
  expect(halfUpdated(folder)).toBe(1)
  const second = await start(flags)
  await expect.poll(async () => (await second.status()).components_by_release_version[VERSION]).toBe(1)
  await second.end('SIGKILL')
  const third = await start(flags)
  await expect.poll(third.status, PATIENCE).toMatchObject(finished)
})

test('another server continues the update of one that is killed', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const one = await start(['--database-url', url, '--data', temporaryFolder()])
  const other = await start(['--database-url', url, '--data', temporaryFolder()])
  await begin(one)
  await one.end('SIGKILL')
  await expect.poll(other.status, PATIENCE).toMatchObject(finished)
})
