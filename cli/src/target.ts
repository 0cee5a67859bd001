import { type Config, configPath, readConfig, readHost, type SignIn } from './config.ts'
import { CommandError, EXIT, usage } from './exit-codes.ts'

/** What a command knows of the world around it; tests give their own. */
export type World = {
  environment: Readonly<Record<string, string | undefined>>
  /** Results go here and nothing else. */
  out: Output
  /** What is said to people beside that: questions, progress, errors. */
  err: Output
  input: AsyncIterable<Uint8Array> & { isTTY?: boolean }
  /** Waits so many milliseconds. @throws when it is interrupted. */
  wait: (milliseconds: number) => Promise<unknown>
  /** Ends what is waited for when somebody presses Ctrl-C. */
  interrupted: AbortSignal
  /** Aborted when they press it again: whoever has something to take away leaves it, and says so. */
  interruptedAgain: AbortSignal
}

export type Output = { write: (text: string | Uint8Array) => unknown; isTTY?: boolean; columns?: number }

/** A server and who asks it. */
export type Target = { host: string; token: string | null }

/** The server that a command is for: named by the flag, by GRANARY_HOST, or the one signed in to last. */
export function hostOf(world: World, flag: string | undefined, config: Config): string | null {
  if (flag) return readHost(flag, '--host')
  const { GRANARY_HOST } = world.environment
  if (GRANARY_HOST) return readHost(GRANARY_HOST, 'GRANARY_HOST')
  return config.current
}

/** @throws CommandError 3 when no server is named and none was signed in to. */
export function targetOf(world: World, flag: string | undefined): Target {
  const config = readConfig(configPath(world.environment))
  const host = hostOf(world, flag, config)
  if (!host)
    throw new CommandError(EXIT.notSignedIn, 'not signed in: run `granary auth login --host URL` first')
  return { host, token: tokenFor(world, host, config) }
}

function tokenFor(world: World, host: string, config: Config): string | null {
  const { GRANARY_TOKEN } = world.environment
  if (GRANARY_TOKEN && /\s/.test(GRANARY_TOKEN)) throw usage('GRANARY_TOKEN has white space in it')
  return GRANARY_TOKEN || (signInFor(host, config)?.token ?? null)
}

/** What is kept of a server; only of what was written there itself, not of `constructor` and the like. */
export const signInFor = (host: string, { hosts }: Config): SignIn | null =>
  Object.hasOwn(hosts, host) ? hosts[host]! : null
