import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { codeOf, messageOf } from './error-message.ts'
import { usage } from './exit-codes.ts'
import { textOf } from './text.ts'

/** Stored sign-in of a server. */
export type SignIn = {
  token: string
  tokenId: string
  timeExpires: string | null
  user: string
  silo: string
}

/** The file: sign-ins by server URL, the default server and the default project. */
export type Config = { current: string | null; hosts: Record<string, SignIn>; project: string | null }

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the path of the file, following the XDG base directory specification: relative paths in its variables are
 * ignored.
 */
export function configPath(environment: Environment): string {
  const base = environment.XDG_CONFIG_HOME
  const folder = base?.startsWith('/') ? base : join(environment.HOME || homedir(), '.config')
  return join(folder, 'granary', 'config.json')
}

/** @throws CommandError 2 if the file exists but can't be read. */
export function readConfig(path: string): Config {
  let text: string
  try {
    text = textOf(readFileSync(path))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return { current: null, hosts: {}, project: null }
    throw usage(`${path} cannot be read: ${messageOf(error)}`)
  }
  try {
    const { current = null, hosts = {}, project = null } = JSON.parse(text) as Partial<Config>
    return { current, hosts, project }
  } catch {
    throw usage(`${path} is not valid JSON: repair it, or delete it and sign in again`)
  }
}

/**
 * Writes the file atomically, with read permission for its owner only.
 * @throws CommandError 2 if it can't be written.
 */
export function writeConfig(path: string, { project, ...rest }: Config): void {
  const config = { ...rest, ...(project !== null && { project }) }
  const half = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(half, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 })
    // Resets the mode of a file that another process left there.
    chmodSync(half, 0o600)
    renameSync(half, path)
  } catch (error) {
    throw usage(`${path} cannot be written: ${messageOf(error)}`)
  }
}

/**
 * Normalizes the URL of a server to its origin: `https://cloud.example:8443`.
 * @param from source of the URL, for the message.
 * @throws CommandError 2 if it is not an http or https URL.
 */
export function readHost(text: string, from: string): string {
  let url: URL | null = null
  try {
    url = new URL(text)
  } catch {
    // Reported below.
  }
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username ||
    url.pathname !== '/' ||
    url.search ||
    url.hash
  )
    throw usage(
      `${from} is "${text}"; it must be an address such as https://cloud.example or http://127.0.0.1:8400`,
    )
  return url.origin
}
