// Type-checks every room with the settings of its own tsconfig, so that a room sees only the platform that it may use.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ONE_THREAD } from './type-checker.ts'

type Settings = { compilerOptions: object; include: string[]; exclude?: string[] }

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const settingsOf = (room: string) => readJson(`${room}/tsconfig.json`) as Settings
const { workspaces } = readJson('package.json') as { workspaces: string[] }
const rooms = (
  process.argv.length > 2 ? process.argv.slice(2) : [...workspaces, 'control-plane/test', 'scripts']
).filter((room) => existsSync(`${room}/tsconfig.json`))

/** Rooms with a program of their own: samlify, the identity provider of e2e, declares the types of an XML library anew. */
const APART = new Set(['e2e'])
const FOLDER = '.cache/types'
mkdirSync(FOLDER, { recursive: true })

/**
 * Writes a tsconfig for all rooms with the same compiler options, and returns its path. Rooms in one program share the types of
 * what they import, which takes half the time of a program for each.
 */
function mergeRooms(alike: string[]): string {
  const settings = alike.map(settingsOf)
  const fromFolder = (key: 'include' | 'exclude') =>
    alike.flatMap((room, at) =>
      (settings[at]![key] ?? []).map((path) => join('../..', room, path).replaceAll('\\', '/')),
    )
  const file = `${FOLDER}/${alike.join('+').replaceAll('/', '-')}.json`
  const { compilerOptions } = settings[0]!
  const merged = { compilerOptions, include: fromFolder('include'), exclude: fromFolder('exclude') }
  writeFileSync(file, JSON.stringify({ extends: '../../tsconfig.base.json', ...merged }))
  return file
}

const byOptions = Map.groupBy(rooms, (room) =>
  APART.has(room) ? room : JSON.stringify(settingsOf(room).compilerOptions),
)

// As many programs run at once as there are cores, each on one thread.
async function check(program: string): Promise<boolean> {
  const flags = ['-p', program, '--singleThreaded', '--pretty', String(process.stdout.isTTY ?? false)]
  // Skips programs without changes since the last run.
  const known = ['--incremental', '--tsBuildInfoFile', program.replace(/json$/, 'tsbuildinfo')]
  const compiler = spawn('node_modules/.bin/tsc', [...flags, ...known], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...ONE_THREAD },
  })
  let output = ''
  compiler.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [status] = (await once(compiler, 'close')) as [number | null]
  process.stdout.write(output)
  if (status !== 0) console.error(`types: ${program} failed`)
  return status === 0
}

async function checkNext(queue: string[]): Promise<boolean> {
  let passed = true
  for (let program = queue.shift(); program; program = queue.shift())
    passed = (await check(program)) && passed
  return passed
}

const programs = [...byOptions.values()].map(mergeRooms)
const results = await Promise.all(Array.from({ length: availableParallelism() }, () => checkNext(programs)))
process.exitCode = results.every(Boolean) ? 0 : 1
