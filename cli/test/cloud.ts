import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { openServer, type TestServer } from '../../server/test/server.ts'
import type { Terminal } from './terminal.ts'

export type Cloud = TestServer & {
  /** Its data folder. */
  folder: string
  /** The administrator's cookie. */
  cookie: string
  /** Confirms the code of a waiting sign-in. */
  confirm: (code: string) => Promise<Response>
  /** Returns an access token of the administrator, without the command line. */
  token: () => Promise<string>
}

/** Starts a real server with an administrator. Callers must stop it. */
export async function openCloud(): Promise<Cloud> {
  const folder = mkdtempSync(join(tmpdir(), 'granary-cli-'))
  const server = await openServer(folder)
  const cookie = await server.signIn()
  const confirm = (user_code: string) => server.send('POST', '/device/confirm', { user_code }, { cookie })
  const form = async (path: string, fields: Record<string, string>) => {
    const answer = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields) })
    return (await answer.json()) as Record<string, string>
  }
  return {
    ...server,
    folder,
    cookie,
    confirm,
    async token() {
      const client_id = crypto.randomUUID()
      const { user_code, device_code } = await form('/device/auth', { client_id })
      await confirm(user_code!)
      const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
      const granted = await form('/device/token', { grant_type, device_code: device_code!, client_id })
      return granted.access_token!
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Starts a server that is stopped after the test. */
export async function runCloud(): Promise<Cloud> {
  const cloud = await openCloud()
  onTestFinished(cloud.stop)
  return cloud
}

/** Returns the code that a terminal shows. */
export async function shownDeviceCode({ said }: Pick<Terminal, 'said'>): Promise<string> {
  return vi.waitUntil(() => /^ {2}([A-Z]{4}-[A-Z]{4})$/m.exec(said())?.[1], { timeout: 60_000 })
}

/** Signs a terminal in as the administrator. */
export async function signIn(terminal: Terminal, cloud: Cloud, ...flags: string[]) {
  const done = terminal.granary('auth', 'login', '--host', cloud.url, ...flags)
  await cloud.confirm(await shownDeviceCode(terminal))
  return done
}
