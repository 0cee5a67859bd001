import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { readConfiguration } from '../src/settings/configuration.ts'
import { type RunningServer, startServer } from '../src/server.ts'
import { temporaryFolder } from './temporary.ts'

export const PASSWORD = 'only-for-these-tests'
export const SCRIPT = `console.log('${'granary '.repeat(200)}')\n`

/** Creates a folder as the console's build does, with a secret beside it that must not be served. */
export function builtConsole(within = temporaryFolder()): string {
  const folder = join(within, 'dist')
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, '../secret.txt'), 'nobody may read this')
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Granary Console</title>')
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'assets/main-0a1b2c.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-0a1b2c.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(folder, 'assets/main-0a1b2c.js.gz'), gzipSync(SCRIPT))
  return folder
}

/** Sends requests to a server. */
export type Client = {
  /** Sends a request without following redirects. */
  get: (path: string, headers?: Record<string, string>) => Promise<Response>
  /** Sends JSON. */
  send: (method: string, path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>
  /** Signs the administrator in. @returns the value of the `cookie` header. */
  signIn: () => Promise<string>
}

export type TestServer = RunningServer & Client

/** Starts a real server on a free port over a SQLite file of its own, and stops it after the test. */
export async function runServer(flags: string[] = []): Promise<TestServer> {
  const server = await openServer(temporaryFolder(), flags)
  onTestFinished(server.stop)
  return server
}

/** Starts a server that the caller stops, in a folder that the caller removes. */
export async function openServer(folder: string, flags: string[] = []): Promise<TestServer> {
  const args = [
    '--port',
    '0',
    '--data',
    folder,
    '--admin-password',
    PASSWORD,
    '--log-level',
    'error',
    ...flags,
  ]
  const running = await startServer(
    readConfiguration(args, { GRANARY_COMPUTE: 'simulated' }),
    builtConsole(folder),
  )
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= running.stop())
  return { ...running, ...clientOf(running.url), stop }
}

/**
 * Returns the cookie of a session under the name that a server with this address gives it, which has the port. Servers with the same
 * database have the same sessions: a proxy before them gives them one address, and these tests have none.
 */
export const sessionAt = (url: string, cookie: string): string =>
  cookie.replace(/^granary-session-\d+=/, `granary-session-${new URL(url).port}=`)

/** Sends requests to a server that the tests have started, in any process. Cookies of other servers of its database are renamed. */
export function clientOf(url: string): Client {
  const own = ({ cookie, ...others }: Record<string, string>): Record<string, string> =>
    cookie === undefined ? others : { ...others, cookie: sessionAt(url, cookie) }
  const get: Client['get'] = (path, headers = {}) =>
    fetch(url + path, { headers: own(headers), redirect: 'manual' })
  const send: Client['send'] = (method, path, body, headers = {}) => {
    const request: RequestInit = {
      method,
      headers: { 'content-type': 'application/json', ...own(headers) },
      body: JSON.stringify(body),
    }
    return fetch(url + path, request)
  }
  return {
    get,
    send,
    async signIn() {
      const answer = await send('POST', '/v1/login/main/local', { username: 'admin', password: PASSWORD })
      return answer.headers.get('set-cookie')!.split(';')[0]!
    },
  }
}
