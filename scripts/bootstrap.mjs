// The door of every npm script. It runs on whatever Node (20 or newer) the machine has, installs what the lock
// file names when that has changed, then hands over to the pinned Node, which comes as the npm package `node`.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installIfNeeded, pinnedNode, root } from './install.mjs'

/** Programs that belong to a room, not to `scripts/`. */
const PROGRAMS = { bench: 'bench/src/main.ts' }

/** Ends with the program, and the program with this: whoever stops `npm start` means the server. */
function runPinned(command, args) {
  const program = join(root, PROGRAMS[command] ?? `scripts/${command}.ts`)
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
