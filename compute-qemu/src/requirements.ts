import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import programs from './programs.json' with { type: 'json' }

const run = promisify(execFile)

/**
 * Returns what this computer lacks to run machines by QEMU, as sentences for operators; nothing if it can. The first one names the
 * command that installs all missing programs.
 */
export async function missingRequirements(host: Host = thisHost): Promise<string[]> {
  if (host.platform !== 'linux') return ['QEMU machines need Linux.']
  if (host.arch !== 'x64') return ['QEMU machines need an x86-64 processor.']
  const needed = Object.entries(programs)
  const found = await Promise.all(needed.map(([name]) => host.hasProgram(name)))
  const missing = needed.filter((_, index) => !found[index])
  const sentences = []
  if (missing.length > 0) {
    const packages = [...new Set(missing.map(([, name]) => name))].toSorted()
    const names = missing.map(([name]) => name).join(', ')
    const prefix = host.isRoot ? '' : 'sudo '
    sentences.push(
      `These programs are missing: ${names}. On Debian and Ubuntu: ${prefix}apt-get install --no-install-recommends ${packages.join(' ')}`,
    )
  }
  if (!(await host.canOpen('/dev/net/tun')))
    sentences.push('There is no /dev/net/tun that this user may open. Load the kernel module: modprobe tun')
  if (!(await host.canMakeNetworks()))
    sentences.push(
      host.isRoot
        ? 'The kernel does not let root make network namespaces, as in a container without the capability SYS_ADMIN.'
        : 'The kernel does not let this user make user namespaces. Start the server as root, or allow them: sysctl kernel.apparmor_restrict_unprivileged_userns=0',
    )
  return sentences
}

/** What the answers depend on. Tests pass another host. */
export type Host = {
  platform: string
  arch: string
  isRoot: boolean
  hasProgram(name: string): Promise<boolean>
  canOpen(path: string): Promise<boolean>
  canMakeNetworks(): Promise<boolean>
}

/** Folders of programs for administrators are missing from the search path of ordinary users. */
const SEARCHED = ['/usr/local/sbin', '/usr/sbin', '/sbin']

const can = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

const thisHost: Host = {
  platform: process.platform,
  arch: process.arch,
  isRoot: process.getuid?.() === 0,
  async hasProgram(name) {
    const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...SEARCHED]
    const tries = folders.map((folder) => can(access(join(folder, name), constants.X_OK)))
    return (await Promise.all(tries)).includes(true)
  },
  canOpen: (path) => can(access(path, constants.R_OK | constants.W_OK)),
  canMakeNetworks: () => can(run('unshare', [...(thisHost.isRoot ? [] : ['-Ur']), '-nm', 'true'])),
}
