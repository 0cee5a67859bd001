// Installs the packages of a checkout. Runs on the machine's own Node (20 or newer).
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** The pinned Node for all programs (npm package `node`). */
export const pinnedNode = join(root, 'node_modules', '.bin', 'node')
const stamp = join(root, 'node_modules', '.granary-lock.json')
const lock = join(root, 'package-lock.json')

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
