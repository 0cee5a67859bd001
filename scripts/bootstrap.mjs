// The door of every npm script. It runs on whatever Node (20 or newer) the machine has, installs what the lock
// file names when that has changed, then hands over to the pinned Node, which comes as the npm package `node`.
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const pinnedNode = join(root, 'node_modules', '.bin', 'node')
const stamp = join(root, 'node_modules', '.granary-lock.json')
const lock = join(root, 'package-lock.json')

function installIfNeeded() {
  if (
    existsSync(pinnedNode) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === readFileSync(lock, 'utf8')
  )
    return
  console.error('Installing packages (first run, or the lock file has changed) …')
  // Not `npm ci`: it refuses a lock file that lacks the optional packages of platforms that a registry does not carry.
  // The versions are those of the lock file all the same, and the file stays as it is.
  const { status } = spawnSync(
    'npm',
    ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) {
    console.error(
      'npm install failed: see the messages above. The package registry must be reachable on the first run.',
    )
    process.exit(status ?? 1)
  }
  copyFileSync(lock, stamp)
}

/** Ends with the program, and the program with this: whoever stops `npm start` means the server. */
function runPinned(command, args) {
  const program = join(root, 'scripts', `${command}.ts`)
  const child = spawn(pinnedNode, [program, ...args], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => process.exit(signal ? 1 : status))
  // npm gives signals to the shell between it and this process, which dies of them and tells nobody.
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
}

const [command = 'start', ...args] = process.argv.slice(2)
installIfNeeded()
runPinned(command, args)
