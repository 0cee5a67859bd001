import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@granary/server/database/open.ts'
import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { migrate, migrateMetrics } from '../src/database/migrate.ts'
import { migrations } from '../src/database/migrations/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database to connect to for creating others; null without PostgreSQL. */
    postgresUrl: string | null
  }
}

/** Has all tables and no rows. No connection to it stays open, so that it can be copied. */
export const TEMPLATE = 'granary_template'

/** Marks a failed installation, so that later test runs do not repeat it. */
const INSTALL_FAILED_MARK = new URL('../../.cache/postgresql-not-installed', import.meta.url)

/**
 * Runs a server until standard input ends, which also happens when the test run is killed. A line of input restarts it, in the mode
 * that the line names. It listens on a socket in its own folder only: no port conflicts, and no access for other users of the
 * machine. Text sorts by a natural-language collation (from version 15 on), so that tests notice a column without a collation of
 * its own.
 */
const SERVE = `
  folder="$1"
  shift
  trap 'exit 1' HUP INT PIPE TERM
  trap 'pg_ctl -D "$folder/data" -m immediate stop >/dev/null 2>&1; wait; rm -rf "$folder"' EXIT
  make() { initdb -D "$folder/data" -U granary --auth=trust -E UTF8 --locale=C -N "$@" >/dev/null; }
  make --locale-provider=icu --icu-locale=en-US 2>/dev/null || make || exit 1
  postgres -D "$folder/data" -c listen_addresses= -c unix_socket_directories="$folder" -c fsync=off -c synchronous_commit=off \\
    -c full_page_writes=off -c autovacuum=off -c max_connections=200 "$@" >"$folder/log" 2>&1 </dev/null &
  until pg_isready -q -h "$folder"; do
    kill -0 $! 2>/dev/null || { cat "$folder/log" >&2; exit 1; }
    sleep 0.05
  done
  echo ready
  while read -r mode; do
    pg_ctl -D "$folder/data" -m "$mode" -l "$folder/log" -w restart >/dev/null 2>&1 && echo restarted
  done
`

/** Starts a PostgreSQL server for this test run and removes it afterwards; logs a message if there is none. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const server = await startPostgres()
  if ('missing' in server) {
    console.warn(`PostgreSQL tests skipped: ${server.missing}`)
    project.provide('postgresUrl', null)
    return undefined
  }
  await makeTemplate(server.url)
  project.provide('postgresUrl', server.url)
  return server.stop
}

type PostgresServer = {
  url: string
  /** Restarts the server, and returns when it is ready. `immediate` ends it like a crash. */
  restart: (mode: 'fast' | 'immediate') => Promise<void>
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL server that keeps its data in memory if there is space, and syncs nothing to the disk.
 * @param settings further ones, such as `autovacuum=on`: without it, a server that runs for long slows down.
 */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer | Missing> {
  const programs = findPrograms() ?? install()
  if ('missing' in programs) return programs
  const folder = mkdtempSync(join(fastFolder(), 'granary-postgres-'))
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid)
  // The port only names the socket.
  const env = { ...process.env, PGPORT: '5432', PATH: `${programs.path}:${process.env.PATH}` }
  // Runs in a process group of its own, so that Ctrl+C does not reach it and it stops at the end of its input.
  const options = settings.flatMap((setting) => ['-c', setting])
  const server = spawn('sh', ['-c', SERVE, 'sh', folder, ...options], {
    ...user,
    env,
    cwd: folder,
    detached: true,
  })
  const exited = once(server, 'exit')
  let errors = ''
  server.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const failed = exited.then(() => {
    rmSync(folder, { recursive: true, force: true })
    throw new Error(`PostgreSQL did not start: ${errors}`)
  })
  await Promise.race([once(server.stdout, 'data'), failed])
  failed.catch(() => {})
  return {
    url: `postgres://granary@${encodeURIComponent(folder)}:5432/postgres`,
    restart: async (mode) => {
      const restarted = once(server.stdout, 'data')
      server.stdin.write(`${mode}\n`)
      await restarted
    },
    stop: async () => {
      server.stdin.end()
      await exited
    },
  }
}

async function makeTemplate(url: string): Promise<void> {
  const admin = await openDatabase(url)
  await sql`create database ${sql.ref(TEMPLATE)}`.execute(admin.db)
  await admin.close()
  const template = await openDatabase(url.replace(/postgres$/, TEMPLATE))
  await migrate(template.db, template.engine, migrations)
  await migrateMetrics(template.metrics, template.engine)
  await template.close()
}

const idOf = (flag: '-u' | '-g'): number =>
  Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout.trim() || 65_534)

/** Uses memory if there is space, which makes copying a database fifteen times as fast. */
function fastFolder(): string {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize > 2 ** 31 ? memory : tmpdir()
}

type Missing = { missing: string }
type Programs = { path: string } | Missing

/** Debian installs the server's programs apart from the client's. */
function findPrograms(): Programs | null {
  const base = '/usr/lib/postgresql'
  const versions = existsSync(base) ? readdirSync(base).sort((a, b) => Number(b) - Number(a)) : []
  const places = [
    ...versions.map((version) => join(base, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ]
  const path = places.find((place) => existsSync(join(place, 'initdb')) && existsSync(join(place, 'pg_ctl')))
  return path ? { path } : null
}

function install(): Programs {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return { missing: 'initdb and pg_ctl are not on this machine' }
  if (existsSync(INSTALL_FAILED_MARK) && !process.env.CI)
    return { missing: 'initdb and pg_ctl are not on this machine, and installing them failed before' }
  console.log('Installing PostgreSQL for the tests (apt-get install postgresql) …')
  const options = {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 300_000,
  } as const
  spawnSync('apt-get', ['update'], options)
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql'], options)
  const found = findPrograms()
  if (found) return found
  mkdirSync(new URL('.', INSTALL_FAILED_MARK), { recursive: true })
  writeFileSync(INSTALL_FAILED_MARK, '')
  return { missing: 'it is not on this machine, and apt-get install postgresql failed' }
}
