import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../control-plane/test/databases.ts'
import { openZip } from '../src/releases/zip.ts'
import { serve } from './process.ts'
import { clientOf, PASSWORD } from './server.ts'
import { temporaryFolder } from './temporary.ts'

const AT = '/v1/system/support-bundles'
/** Long enough for the lease of a killed server. */
const PATIENCE = { timeout: 90_000, interval: 500 }

test('two servers on one PostgreSQL collect one bundle at a time, go on for each other, and have the same bytes', async () => {
  const { url, drop } = await createPostgres('template0')
  onTestFinished(drop)
  const start = () =>
    serve(['--port', '0', '--data', temporaryFolder(), '--database-url', url], {
      GRANARY_ADMIN_PASSWORD: PASSWORD,
    })
  const [one, other] = [await start(), await start()]
  const [here, there] = [clientOf(one.url), clientOf(other.url)]
  const cookie = await here.signIn()
  const asked = await Promise.all([here, there].map(({ send }) => send('POST', AT, {}, { cookie })))
  const statuses = asked.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 409])
  const { id } = (await asked[statuses.indexOf(201)]!.json()) as { id: string }
  await one.end('SIGKILL')
  const state = async () => {
    const answer = await there.get(`${AT}/${id}`, { cookie })
    return answer.ok ? ((await answer.json()) as { state: string }).state : answer.status
  }
  await expect.poll(state, PATIENCE).toBe('active')

  const third = clientOf((await start()).url)
  const download = async ({ get }: typeof there, range?: string) => {
    const answer = await get(`${AT}/${id}/download`, { cookie, ...(range && { range }) })
    return Buffer.from(await answer.arrayBuffer())
  }
  const whole = await download(there)
  expect((await download(third)).equals(whole)).toBe(true)
  expect((await download(third, 'bytes=100-199')).equals(whole.subarray(100, 200))).toBe(true)
  const path = join(temporaryFolder(), 'bundle.zip')
  writeFileSync(path, whole)
  await using zip = await openZip(path)
  expect(JSON.parse((await zip.read('database.json', 2 ** 20)).toString()).engine).toBe('postgres')
  for (const name of zip.names())
    expect((await zip.read(name, 2 ** 26)).toString().includes(PASSWORD)).toBe(false)
  expect((await third.send('DELETE', `${AT}/${id}`, undefined, { cookie })).status).toBe(204)
  await expect.poll(state, PATIENCE).toBe(404)
}, 240_000)
