// Type-checks every room with its own tsconfig, so that a room sees only the platform that it may use.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { ONE_THREAD } from './type-checker.ts'

const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] }
const rooms = (
  process.argv.length > 2 ? process.argv.slice(2) : [...workspaces, 'control-plane/test', 'scripts']
).filter((room) => existsSync(`${room}/tsconfig.json`))

// As many rooms run at once as there are cores, each on one thread.
async function check(room: string): Promise<boolean> {
  const flags = ['-p', room, '--singleThreaded', '--pretty', String(process.stdout.isTTY ?? false)]
  // Skips rooms without changes since the last run.
  const known = ['--incremental', '--tsBuildInfoFile', `.cache/types/${room.replace('/', '-')}.json`]
  const compiler = spawn('node_modules/.bin/tsc', [...flags, ...known], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...ONE_THREAD },
  })
  let output = ''
  compiler.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()))
  const [status] = (await once(compiler, 'close')) as [number | null]
  process.stdout.write(output)
  if (status !== 0) console.error(`types: ${room} failed`)
  return status === 0
}

async function checkNext(queue: string[]): Promise<boolean> {
  let passed = true
  for (let room = queue.shift(); room; room = queue.shift()) passed = (await check(room)) && passed
  return passed
}

const results = await Promise.all(Array.from({ length: availableParallelism() }, () => checkNext(rooms)))
process.exitCode = results.every(Boolean) ? 0 : 1
