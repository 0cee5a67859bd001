// Type-checks every room with its own tsconfig, so that a room sees only the platform it may use.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const { workspaces } = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] }
const rooms =
  process.argv.length > 2 ? process.argv.slice(2) : [...workspaces, 'control-plane/test', 'scripts']
let failed = 0
for (const room of rooms) {
  if (!existsSync(`${room}/tsconfig.json`)) continue
  // What did not change since the last time is not looked at again.
  const known = ['--incremental', '--tsBuildInfoFile', `.cache/types/${room.replace('/', '-')}.json`]
  const { status } = spawnSync('node_modules/.bin/tsc', ['-p', room, ...known], { stdio: 'inherit' })
  if (status !== 0) {
    console.error(`types: ${room} failed`)
    failed++
  }
}
process.exitCode = failed ? 1 : 0
