import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { connectRaw } from '../test/raw.ts'
import { refuse, serve } from '../test/process.ts'
import { temporaryFolder } from '../test/temporary.ts'

const flags = (folder: string) => ['--port', '0', '--data', folder]

async function signIn(url: string, password: string): Promise<number> {
  const body = JSON.stringify({ username: 'admin', password })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${url}/v1/login/main/local`, { method: 'POST', headers, body })).status
}

test('prints address, administrator and password on the first start, later the address only', async () => {
  const folder = temporaryFolder()
  const first = await serve(flags(folder))
  const password = /password {2}(\S{16})$/m.exec(first.output())![1]!
  expect(first.output()).toContain('user      admin')
  expect(first.output()).toContain('GRANARY_ADMIN_PASSWORD')
  expect(await signIn(first.url, password)).toBe(204)
  expect(await first.end('SIGTERM')).toBe(0)
  const second = await serve(flags(folder), { GRANARY_ADMIN_PASSWORD: 'another' })
  expect(second.output()).toBe(`Granary is at ${second.url}\n`)
  expect(await signIn(second.url, password)).toBe(204)
  expect(await second.end('SIGINT')).toBe(0)
  expect(statSync(join(folder, 'granary.sqlite')).mode & 0o077).toBe(0)
})

test('refuses a busy port, and leaves neither a database nor a password behind', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const folder = temporaryFolder()
  const refused = await refuse(['--port', String(port), '--data', folder])
  expect(refused).toEqual({
    code: 2,
    output: '',
    errors: `cannot listen on 127.0.0.1:${port}: another program listens there already\n`,
  })
  expect(readdirSync(folder)).toEqual([])
})

test('does not print a chosen password, and refuses a second server on the same data folder', async () => {
  const folder = temporaryFolder()
  const first = await serve(flags(folder), { GRANARY_ADMIN_PASSWORD: 'chosen' })
  expect(first.output()).toContain('as given in GRANARY_ADMIN_PASSWORD')
  expect(first.output()).not.toContain('chosen')
  expect(await signIn(first.url, 'chosen')).toBe(204)
  const refused = await refuse(flags(folder))
  expect(refused.code).toBe(1)
  expect(refused.errors).toBe(
    `the database file ${join(folder, 'granary.sqlite')} is in use by another Granary server\n`,
  )
})

test.runIf(existsSync('/proc/self'))('refuses a data folder that cannot be created at once', async () => {
  const refused = await refuse(flags('/proc/granary/data'))
  expect([refused.code, refused.errors]).toEqual([
    2,
    expect.stringMatching(/^the data folder \/proc\/granary\/data cannot be written to: ENOENT[^\n]+\n$/),
  ])
})

test('refuses a data folder that is a file', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const refused = await refuse(flags(file))
  expect([refused.code, refused.errors]).toEqual([
    2,
    expect.stringMatching(/^the data folder \S+ cannot be written to: [^\n]+\n$/),
  ])
})

test('refuses a database of a newer version, and damaged files with a sentence that names them', async () => {
  const folder = temporaryFolder()
  await (await serve(flags(folder))).end('SIGTERM')
  const versions = (statement: string) => {
    const database = new DatabaseSync(join(folder, 'granary.sqlite'))
    database.exec(statement)
    database.close()
  }
  versions("insert into schema_version (id, name) values (9999, 'from the future')")
  const newer = await refuse(flags(folder))
  expect([newer.code, newer.errors]).toEqual([
    1,
    expect.stringMatching(/^the database has schema version 9999 [^\n]+: use a newer program\n$/),
  ])
  versions('delete from schema_version where id = 9999')
  const page = 4096
  const damage = (name: string) => {
    const path = join(folder, name)
    const bytes = readFileSync(path)
    // The first page stays, so that the file is a database.
    writeFileSync(path, Buffer.concat([bytes.subarray(0, page), randomBytes(bytes.length - page)]))
  }
  const refusal = async () => {
    const { code, output, errors } = await refuse(flags(folder))
    return [code, output, errors]
  }
  const named = (reason: string) =>
    expect.stringMatching(
      new RegExp(
        `^the database file ${folder}/granary.sqlite[^\\n]* cannot be [^\\n]*: ${reason}[^\\n]*\\n$`,
      ),
    )
  damage('granary.metrics.sqlite')
  expect(await refusal()).toEqual([1, '', named('database disk image is malformed')])
  damage('granary.sqlite')
  expect(await refusal()).toEqual([1, '', named('database disk image is malformed')])
})

test('refuses an invalid setting and an invalid data set with exit code 2, and leaves nothing behind', async () => {
  expect(await refuse(['--prot', '1'])).toEqual({
    code: 2,
    output: '',
    errors: 'there is no setting --prot; --help lists all settings\n',
  })
  const folder = temporaryFolder()
  const file = join(folder, 'set.json')
  const missing = await refuse([...flags(folder), '--dataset', file])
  expect([missing.code, missing.errors]).toEqual([2, `--dataset: there is no file ${file}\n`])
  writeFileSync(file, '{')
  expect((await refuse([...flags(folder), '--dataset', file])).errors).toContain(`${file} is not JSON: `)
  writeFileSync(file, '{"silos": 1}')
  const wrong = await refuse([...flags(folder), '--dataset', file])
  expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining('the data set cannot be loaded')])
  expect((await serve(flags(folder))).output()).toMatch(/password {2}\S{16}$/m)
})

test('prints help to standard output with exit code 0', async () => {
  const { code, output } = await refuse(['--port', 'nonsense', '--help'])
  expect(code).toBe(0)
  expect(output).toContain('GRANARY_DATABASE_URL')
})

test('finishes the running request when a signal arrives twice', async () => {
  const server = await serve(flags(temporaryFolder()))
  const raw = connectRaw(server.url)
  raw.write(
    'POST /v1/login/main/local HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n',
  )
  await once(raw.socket, 'data')
  // The kernel may deliver two pending signals of one kind as one.
  server.process.kill('SIGINT')
  const ended = server.end('SIGTERM')
  raw.write('{}')
  expect(await raw.all).toMatch(/HTTP\/1\.1 400 /)
  expect(await ended).toBe(0)
})
