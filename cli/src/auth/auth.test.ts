import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { type Cloud, shownDeviceCode, runCloud, signIn } from '../../test/cloud.ts'
import { openTerminal } from '../../test/terminal.ts'
import type { Config } from '../config.ts'

const tokensOf = async ({ get, cookie }: Cloud) =>
  (
    (await (await get('/v1/me/access-tokens', { cookie })).json()) as {
      items: { id: string; time_expires: string }[]
    }
  ).items
const kept = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Config

test('signing in shows the page and the code, waits, and stores a token for this machine', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  const done = terminal.granary('auth', 'login', '--host', `${cloud.url}/`)
  const code = await shownDeviceCode(terminal)
  expect(terminal.said()).toContain(`${cloud.url}/device/verify`)
  expect(terminal.said()).toContain('5 minutes')
  expect(existsSync(terminal.config)).toBe(false)
  expect((await cloud.confirm(code)).status).toBe(204)
  const { code: exit, out, err } = await done
  expect({ exit, out }).toEqual({ exit: 0, out: '' })
  expect(err).toContain(`Signed in to ${cloud.url} as admin of silo main.`)
  expect(statSync(terminal.config).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(terminal.config)).mode & 0o777).toBe(0o700)
  const config = kept(terminal.config)
  expect(config.current).toBe(cloud.url)
  expect(config.hosts[cloud.url]).toMatchObject({
    token: expect.stringMatching(/^granary-token-[0-9a-f]{40}$/),
    tokenId: (await tokensOf(cloud))[0]!.id,
    timeExpires: null,
    user: 'admin',
  })
  expect(err).not.toContain(config.hosts[cloud.url]!.token)
  expect((await terminal.granary('project', 'list')).code).toBe(0)
})

test('makes the file readable for its owner only, whatever its previous mode', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  mkdirSync(dirname(terminal.config), { recursive: true })
  writeFileSync(terminal.config, '{}')
  chmodSync(terminal.config, 0o644)
  await signIn(terminal, cloud)
  expect(statSync(terminal.config).mode & 0o777).toBe(0o600)
})

test("shows the server's answer as status", async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  expect(await terminal.granary('auth', 'status')).toMatchObject({
    code: 3,
    err: expect.stringContaining('granary auth login'),
  })
  await signIn(terminal, cloud, '--ttl', '1h')
  const { code, out } = await terminal.granary('auth', 'status')
  expect(code).toBe(0)
  expect(out).toMatch(new RegExp(`host +${cloud.url}\\nuser +admin\\nsilo +main\\n`))
  const json = JSON.parse((await terminal.granary('auth', 'status', '--json')).out) as Record<string, string>
  expect(json).toMatchObject({ user: 'admin', token_from: terminal.config })
  expect(json.token_expires).toBe((await tokensOf(cloud))[0]!.time_expires)
  const [token] = await tokensOf(cloud)
  await cloud.send('DELETE', `/v1/me/access-tokens/${token!.id}`, undefined, { cookie: cloud.cookie })
  expect((await terminal.granary('auth', 'status')).code).toBe(3)
})

test('signing out deletes the token on the server and locally', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  await signIn(terminal, cloud)
  expect(await terminal.granary('auth', 'logout')).toMatchObject({ code: 0 })
  expect(await tokensOf(cloud)).toEqual([])
  expect(kept(terminal.config)).toEqual({ current: null, hosts: {} })
  expect((await terminal.granary('auth', 'logout')).code).toBe(3)
})

test('signing out succeeds with an expired token', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  await signIn(terminal, cloud)
  const [token] = await tokensOf(cloud)
  await cloud.send('DELETE', `/v1/me/access-tokens/${token!.id}`, undefined, { cookie: cloud.cookie })
  expect((await terminal.granary('auth', 'logout')).code).toBe(0)
})

test('keeps the token if the server is unreachable, unless --forget is given', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  await signIn(terminal, cloud)
  await cloud.stop()
  const refused = await terminal.granary('auth', 'logout')
  expect(refused).toMatchObject({ code: 4, err: expect.stringContaining('the token is still valid there') })
  expect(kept(terminal.config).hosts).toHaveProperty([cloud.url])
  expect((await terminal.granary('auth', 'logout', '--forget')).code).toBe(0)
  expect(kept(terminal.config).hosts).toEqual({})
})

test('signing in again replaces the token, and deletes the old one on the server', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  await signIn(terminal, cloud)
  const [first] = await tokensOf(cloud)
  await signIn(terminal, cloud)
  const tokens = await tokensOf(cloud)
  expect(tokens).toHaveLength(1)
  expect(tokens[0]!.id).not.toBe(first!.id)
})

test('keeps several servers apart, and the environment takes precedence over the file', async () => {
  const [terminal, one, other] = [openTerminal(), await runCloud(), await runCloud()]
  await signIn(terminal, one)
  await signIn(terminal, other)
  const hostOf = async (...flags: string[]) =>
    (JSON.parse((await terminal.granary('auth', 'status', '--json', ...flags)).out) as { host: string }).host
  expect(await hostOf()).toBe(other.url)
  expect(await hostOf('--host', one.url)).toBe(one.url)
  terminal.environment.GRANARY_HOST = one.url
  expect(await hostOf()).toBe(one.url)
  expect(await hostOf('--host', other.url)).toBe(other.url)
  terminal.environment.GRANARY_TOKEN = 'granary-token-wrong'
  expect((await terminal.granary('auth', 'status')).code).toBe(3)
  expect((await terminal.granary('auth', 'logout')).code).toBe(2)
  terminal.environment.GRANARY_TOKEN = kept(terminal.config).hosts[one.url]!.token
  expect((await terminal.granary('auth', 'status')).code).toBe(0)
  delete terminal.environment.GRANARY_TOKEN
  expect((await terminal.granary('auth', 'logout', '--all')).code).toBe(0)
  expect(kept(terminal.config)).toEqual({ current: null, hosts: {} })
})

test('Ctrl-C stops waiting and stores nothing', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  const done = terminal.granary('auth', 'login', '--host', cloud.url)
  await shownDeviceCode(terminal)
  terminal.interrupt()
  expect((await done).code).toBe(130)
  expect(existsSync(terminal.config)).toBe(false)
})

test.each([
  [['auth', 'login'], 2, 'no server: run'],
  [['auth', 'login', '--host', 'cloud.example'], 2, '--host is "cloud.example"'],
  [['auth', 'login', '--host', 'ftp://cloud.example'], 2, 'must be an address'],
  [['auth', 'login', '--host', 'http://127.0.0.1:8539'], 4, 'cannot reach http://127.0.0.1:8539'],
  [['auth', 'login', '--host', 'http://127.0.0.1:8539', '--ttl', 'long'], 2, '--ttl is "long"'],
  [['auth', 'nonsense'], 2, 'nonsense'],
] as [string[], number, string][])('%j exits with %i and a reason', async (args, code, why) => {
  expect(await openTerminal().granary(...args)).toMatchObject({ code, err: expect.stringContaining(why) })
})
