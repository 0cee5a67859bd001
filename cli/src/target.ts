import { type Config, configPath, readConfig, readHost, type SignIn } from './config.ts'
import { CommandError, EXIT, usage } from './exit-codes.ts'

/** The environment of a command; tests provide their own. */
export type World = {
  environment: Readonly<Record<string, string | undefined>>
  /** Results only. */
  out: Output
  /** Messages for people: prompts, progress, errors. */
  err: Output
  input: Input
  /** Waits for some milliseconds. @throws when it is interrupted. */
  wait: (milliseconds: number) => Promise<unknown>
  /** Aborted on Ctrl-C. */
  interrupted: AbortSignal
  /** Aborted on the second Ctrl-C: the command then reports its leftovers instead of deleting them. */
  interruptedAgain: AbortSignal
}

export type Output = {
  write: (text: string | Uint8Array) => unknown
  isTTY?: boolean
  columns?: number | undefined
}

/** Standard input. A terminal can pass on every key as it is typed. */
export type Input = AsyncIterable<Uint8Array> & {
  isTTY?: boolean
  setRawMode?: (on: boolean) => unknown
  unref?: () => unknown
}

/** A server and the token for it. */
export type Target = { host: string; token: string | null }

/** Returns the server of a command: from the flag, from GRANARY_HOST, or the last sign-in. */
export function hostOf(world: World, flag: string | undefined, config: Config): string | null {
  if (flag) return readHost(flag, '--host')
  const { GRANARY_HOST } = world.environment
  if (GRANARY_HOST) return readHost(GRANARY_HOST, 'GRANARY_HOST')
  return config.current
}

/** @throws CommandError 3 if there is no server to use. */
export function targetOf(world: World, flag: string | undefined): Target {
  const config = readConfig(configPath(world.environment))
  const host = hostOf(world, flag, config)
  if (!host)
    throw new CommandError(EXIT.notSignedIn, 'not signed in: run `granary auth login --host URL` first')
  return { host, token: tokenFor(world, host, config) }
}

function tokenFor(world: World, host: string, config: Config): string | null {
  const { GRANARY_TOKEN } = world.environment
  if (GRANARY_TOKEN && /\s/.test(GRANARY_TOKEN)) throw usage('GRANARY_TOKEN contains white space')
  return GRANARY_TOKEN || (signInFor(host, config)?.token ?? null)
}

/** Returns the stored sign-in of a server. Ignores inherited properties such as `constructor`. */
export const signInFor = (host: string, { hosts }: Config): SignIn | null =>
  (Object.hasOwn(hosts, host) && hosts[host]) || null
