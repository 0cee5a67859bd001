import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { serve, startProcess } from '../../test/process.ts'
import { type Client, clientOf, openServer, PASSWORD, runServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary.ts'
import { openZip } from '../releases/zip.ts'

const AT = '/v1/system/support-bundles'
const PROGRAM = fileURLToPath(new URL('../support-bundle.ts', import.meta.url))

/** Creates a bundle and waits until it has ended. */
async function collect({ get, send }: Client, cookie: string) {
  const created = await send('POST', AT, {}, { cookie })
  const { id } = (await created.json()) as { id: string }
  const view = async () => (await get(`${AT}/${id}`, { cookie })).json() as Promise<Bundle>
  await expect.poll(async () => (await view()).state, { timeout: 20_000 }).not.toBe('collecting')
  return view()
}
type Bundle = {
  id: string
  state: string
  size: number
  files: { name: string; size: number; problem: string | null }[]
}

/** Returns the text of each file of a zip file. */
async function textsOf(path: string): Promise<Map<string, string>> {
  await using zip = await openZip(path)
  const texts = new Map<string, string>()
  for (const name of zip.names()) texts.set(name, (await zip.read(name, 2 ** 26)).toString())
  return texts
}

test('the zip file is one that other programs read, and has the files one by one', async () => {
  const server = await runServer()
  const cookie = await server.signIn()
  const bundle = await collect(server, cookie)
  expect(bundle.files.filter(({ problem }) => problem !== null)).toEqual([])
  expect(bundle.state).toBe('active')
  const path = join(temporaryFolder(), 'bundle.zip')
  const whole = await server.get(`${AT}/${bundle.id}/download`, { cookie, 'accept-encoding': 'gzip' })
  expect(whole.headers.get('content-length')).toBe(String(bundle.size))
  writeFileSync(path, Buffer.from(await whole.arrayBuffer()))
  execFileSync('python3', ['-m', 'zipfile', '-t', path])
  const texts = await textsOf(path)
  expect([...texts.keys()]).toEqual(bundle.files.map(({ name }) => name))
  for (const [name, text] of texts) {
    const at = `${AT}/${bundle.id}/download/${name}`
    expect([name, await (await server.get(at, { cookie })).text()]).toEqual([name, text])
    const middle = await server.get(at, { cookie, range: 'bytes=2-5' })
    if (text.length > 6) expect(await middle.text()).toBe(Buffer.from(text).subarray(2, 6).toString())
    const head = await fetch(server.url + at, { method: 'HEAD', headers: { cookie } })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(Buffer.byteLength(text))])
  }
  expect(texts.get('metrics.txt')).toContain('granary_requests_total')
})

test('no secret of the settings and of the environment is in a bundle', async () => {
  const marked = 'marked-secret-0123456789'
  process.env.GRANARY_TEST_SECRET = marked
  const folder = temporaryFolder()
  const server = await openServer(folder, [
    '--metrics-token',
    `${marked}-metrics`,
    '--remote-write-url',
    `http://127.0.0.1:1/${marked}`,
    '--smtp-url',
    `smtp://${marked}:${marked}-smtp@127.0.0.1:1`,
    '--mail-from',
    'granary@cloud.example',
  ])
  try {
    const cookie = await server.signIn()
    const bundle = await collect(server, cookie)
    const path = join(folder, 'bundle.zip')
    const whole = await server.get(`${AT}/${bundle.id}/download`, { cookie })
    writeFileSync(path, Buffer.from(await whole.arrayBuffer()))
    const texts = await textsOf(path)
    expect(JSON.parse(texts.get('settings.json')!)).toMatchObject({
      metricsToken: 'set',
      adminPassword: 'set',
      smtpUrl: 'set',
    })
    for (const [name, text] of texts)
      for (const secret of [marked, PASSWORD, cookie.split('=')[1]!])
        expect([name, text.includes(secret)]).toEqual([name, false])
  } finally {
    delete process.env.GRANARY_TEST_SECRET
    await server.stop()
  }
})

test('a bundle whose server was killed is collected by the next', async () => {
  const data = temporaryFolder()
  const start = () => serve(['--port', '0', '--data', data, '--admin-password', PASSWORD])
  const first = await start()
  const client = clientOf(first.url)
  const cookie = await client.signIn()
  const created = await client.send('POST', AT, {}, { cookie })
  const { id } = (await created.json()) as { id: string }
  await first.end('SIGKILL')
  const second = await start()
  const { get } = clientOf(second.url)
  const state = async () => ((await (await get(`${AT}/${id}`, { cookie })).json()) as Bundle).state
  await expect.poll(state, { timeout: 30_000 }).toBe('active')
  await second.end('SIGKILL')
})

const offline = (data: string, file: string, more: string[] = []) =>
  spawnSync(process.execPath, [PROGRAM, file, '--data', data, ...more], { encoding: 'utf8' })

test('makes the bundle of a server that was killed, and of one that does not start', async () => {
  const data = temporaryFolder()
  const first = await serve(['--port', '0', '--data', data, '--admin-password', PASSWORD])
  const cookie = await clientOf(first.url).signIn()
  await clientOf(first.url).send('POST', '/v1/projects', { name: 'shop', description: '' }, { cookie })
  const file = join(data, 'bundle.zip')
  const busy = offline(data, join(data, 'busy.zip'))
  expect(busy).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('in use by another Granary server'),
  })
  await first.end('SIGKILL')
  expect(offline(data, file)).toMatchObject({ status: 0, stdout: `${file}\n`, stderr: '' })
  const texts = await textsOf(file)
  expect(texts.get('audit-log.jsonl')).toContain('project_create')
  expect(JSON.parse(texts.get('database.json')!).engine).toBe('sqlite')
  for (const text of texts.values()) expect(text).not.toContain(PASSWORD)
  expect(offline(data, file)).toMatchObject({
    status: 1,
    stderr: `${file} exists: name another file, or delete it first\n`,
  })

  const database = join(data, 'granary.sqlite')
  // Its newest pages are in the log beside it, which would repair the file.
  rmSync(`${database}-wal`)
  writeFileSync(database, Buffer.concat([Buffer.from('broken'), readFileSync(database).subarray(6)]))
  const refused = await startProcess(['--port', '0', '--data', data])
  expect('code' in refused && refused.code).toBe(1)
  const broken = join(data, 'broken.zip')
  expect(offline(data, broken).stderr).toMatch(/^database.json: the database file .* cannot be opened/)
  expect((await textsOf(broken)).get('server-log.jsonl')).toContain('the server did not start')
})
