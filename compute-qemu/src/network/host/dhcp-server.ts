import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Namespaces } from './namespaces.ts'
import { environment } from './run.ts'

/** In the environment of each server: a digest of its configuration. */
const VARIABLE = 'GRANARY_DHCP'

/**
 * Makes the server of a namespace have a configuration: restarts it, unless it has it already. It outlives this process.
 * @param config null for none.
 * @returns its process ID.
 */
export async function serveDhcp(
  namespaces: Namespaces,
  name: string,
  config: string | null,
): Promise<number | null> {
  const digest = config === null ? null : createHash('sha256').update(config).digest('hex').slice(0, 16)
  let found: number | null = null
  for (const pid of await namespaces.processes(name)) {
    const variables = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).split('\0')
    const own = variables.find((each) => each.startsWith(`${VARIABLE}=`))?.slice(VARIABLE.length + 1)
    if (own === undefined) continue
    if (own === digest && found === null) found = pid
    else process.kill(pid, 'SIGTERM')
  }
  return config === null || found !== null ? found : start(namespaces, name, config, digest!)
}

/** Whether a process that was such a server still is one. */
export const isDhcpServer = async (pid: number): Promise<boolean> =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('dnsmasq')

async function start(namespaces: Namespaces, name: string, config: string, digest: string): Promise<number> {
  const words = [...namespaces.enter(name), 'dnsmasq', '--keep-in-foreground', '--conf-file=-', '--pid-file=']
  // A user namespace has no other user, and the kernel refuses even to set the group that one is in: no group is named.
  if (namespaces.rootless) words.push('--user=root', '--group=')
  const child = spawn(words[0]!, words.slice(1), {
    env: { ...environment, [VARIABLE]: digest },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.on('error', () => {}).end(config)
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  child.unref()
  return child.pid!
}
