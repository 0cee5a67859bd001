import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Starts a PostgreSQL server for this run of the tests, on a free port, and removes it afterwards. */
export default async function setup(project: TestProject): Promise<() => void> {
  const bin = findBinaries() ?? installBinaries()
  if (!bin) throw new Error('PostgreSQL is neither on this machine nor can it be installed')
  const folder = mkdtempSync(join(tmpdir(), 'granary-postgres-'))
  const data = join(folder, 'data')
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  if (asUser.length > 0) spawnSync('chown', ['postgres', folder])
  chmodSync(folder, 0o755)
  const run = (program: string, ...args: string[]) => {
    const [command, ...rest] = [...asUser, join(bin, program), ...args] as [string, ...string[]]
    const { status, stderr, error } = spawnSync(command, rest, { encoding: 'utf8', cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`)
  }
  run('initdb', '-D', data, '-U', 'granary', '--auth=trust', '-E', 'UTF8', '--locale=C', '-N')
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start')
  project.provide('postgresUrl', `postgres://granary@127.0.0.1:${port}/postgres`)
  return () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Debian keeps the server's programs apart from the client's. */
function findBinaries(): string | undefined {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const places = [...versions.map((version) => join(base, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'pg_ctl')))
}

function installBinaries(): string | undefined {
  if (process.getuid?.() !== 0) return undefined
  console.log('Installing PostgreSQL for the tests (apt-get install postgresql) …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], { stdio: 'ignore', env })
  return findBinaries()
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
