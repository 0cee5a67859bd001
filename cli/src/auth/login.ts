import { configPath, readConfig, type SignIn, writeConfig } from '../config.ts'
import { askJson } from '../http.ts'
import { hostOf, signInFor, type World } from '../target.ts'
import { usage } from '../exit-codes.ts'
import { signInDevice } from './device-flow.ts'
import { readDuration } from './duration.ts'

type Me = { display_name: string; silo_name: string }

/** `granary auth login`: creates a token for this machine and stores it. */
export async function login(world: World, given: { host?: string; ttl?: string }): Promise<void> {
  const path = configPath(world.environment)
  const host = hostOf(world, given.host, readConfig(path))
  if (!host) throw usage('no server: run `granary auth login --host https://cloud.example`')
  const ttl = given.ttl === undefined ? undefined : readDuration(given.ttl)
  if (isInTheClear(host)) world.err.write(`Warning: the connection to ${host} is not encrypted.\n`)
  const grant = await signInDevice(world, host, ttl)
  const target = { host, token: grant.access_token }
  const me = await askJson<Me>(target, { method: 'GET', path: '/v1/me' }, world.interrupted)
  const signIn: SignIn = {
    token: grant.access_token,
    tokenId: grant.token_id,
    timeExpires: grant.time_expires,
    user: me.display_name,
    silo: me.silo_name,
  }
  // Read again, because another sign-in may have written the file in between.
  const config = readConfig(path)
  const before = signInFor(host, config)
  writeConfig(path, { ...config, current: host, hosts: { ...config.hosts, [host]: signIn } })
  world.err.write(`Signed in to ${host} as ${me.display_name} of silo ${me.silo_name}.\n`)
  if (world.environment.GRANARY_TOKEN)
    world.err.write('GRANARY_TOKEN is set and takes precedence over this sign-in.\n')
  if (before) await forget(world, host, before)
}

/** Deletes the previous token, which would stay valid without being known anywhere. Failures are ignored. */
async function forget(world: World, host: string, { token, tokenId }: SignIn): Promise<void> {
  const ask = { method: 'DELETE', path: `/v1/me/access-tokens/${encodeURIComponent(tokenId)}` }
  await askJson({ host, token }, ask, world.interrupted).catch(() => {})
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

const isInTheClear = (host: string): boolean => {
  const { protocol, hostname } = new URL(host)
  return protocol === 'http:' && !LOOPBACK.test(hostname)
}
