import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostNetworks } from '../network/host-networks.ts'
import { openNamespaces } from '../network/host/namespaces.ts'
import { openHostNetworks } from '../network/open.ts'
import { tagOf } from '../network/plan/names.ts'

/** Opens networks that end at the host. */
export const openNetworks = (folder: string): Promise<HostNetworks> =>
  openHostNetworks({ folder, guests: { dnsServers: ['192.0.2.53'], mtu: 1500 } })

/** Names the process that keeps the namespaces of an ordinary user. */
const HOLDER = 'holder.json'

/** Ends the namespaces of the networks of a driver, and what runs in them. */
export async function removeNetworks(folder: string): Promise<void> {
  const rootless = existsSync(join(folder, HOLDER))
  const namespaces = await openNamespaces({ folder, rootless, as: [] })
  for (const name of await namespaces.list()) {
    if (!name.startsWith(`granary-${tagOf(folder)}-`)) continue
    for (const pid of await namespaces.processes(name)) process.kill(pid, 'SIGKILL')
    await namespaces.remove(name)
  }
  await endHolder(folder)
}

/** Ends the process that keeps the user namespace of a folder, if there is one. */
export async function endHolder(folder: string): Promise<void> {
  const holder = await readFile(join(folder, HOLDER), 'utf8').catch(() => null)
  if (holder !== null) process.kill((JSON.parse(holder) as { pid: number }).pid)
}
