import { type Config, configPath, readConfig, writeConfig } from '../config.ts'
import { CommandError, EXIT, usage } from '../exit-codes.ts'
import { askJson, RefusedError } from '../http.ts'
import { hostOf, signInFor, type World } from '../target.ts'

type Given = { host?: string; all?: boolean; forget?: boolean }

/**
 * `granary auth logout`: deletes the token on the server, then locally. An expired token counts as deleted. A token
 * that could not be deleted is kept, so that the user can try again.
 */
export async function logout(world: World, { host: flag, all, forget }: Given): Promise<void> {
  if (world.environment.GRANARY_TOKEN)
    throw usage('GRANARY_TOKEN is set: unset it to sign out of the servers of `granary auth login`')
  const path = configPath(world.environment)
  const config = readConfig(path)
  const host = hostOf(world, flag, config)
  const hosts = all ? Object.keys(config.hosts) : host ? [host] : []
  if (hosts.length === 0) throw new CommandError(EXIT.notSignedIn, 'not signed in anywhere')
  for (const one of hosts) {
    const signIn = signInFor(one, config)
    if (!signIn) throw new CommandError(EXIT.notSignedIn, `not signed in to ${one}`)
    if (!forget) await deleteToken(world, one, signIn)
    writeConfig(path, without(readConfig(path), one))
    world.err.write(`Signed out of ${one}.\n`)
  }
}

async function deleteToken(
  world: World,
  host: string,
  { token, tokenId }: { token: string; tokenId: string },
) {
  const ask = { method: 'DELETE', path: `/v1/me/access-tokens/${encodeURIComponent(tokenId)}` }
  try {
    await askJson({ host, token }, ask, world.interrupted)
  } catch (error) {
    if (error instanceof RefusedError && (error.status === 401 || error.status === 404)) return
    if (error instanceof CommandError && error.exitCode === EXIT.unreachable)
      throw new CommandError(
        EXIT.unreachable,
        `${error.message}; the token is still valid there. \`granary auth logout --forget\` removes it from here only`,
      )
    throw error
  }
}

function without({ current, hosts, project }: Config, host: string): Config {
  const { [host]: _, ...rest } = hosts
  return {
    project,
    current: current === host ? (Object.keys(rest)[0] ?? null) : current,
    hosts: rest,
  }
}
