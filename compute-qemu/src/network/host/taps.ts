import type { MachineNic, NicCounters } from '@granary/compute/machine.ts'
import { isLinkName, linkName } from '../plan/names.ts'
import type { Namespaces } from './namespaces.ts'
import { CommandFailed } from './run.ts'

/** Makes the link of an interface inside the namespace of its network. Tests make links that need no virtual machine. */
export type MakeLink = (tap: {
  namespaces: Namespaces
  namespace: string
  name: string
  nic: MachineNic
  uid: number | null
}) => Promise<void>

/** Makes a tap, which QEMU opens by its name. */
export const makeTap: MakeLink = async ({ namespaces, namespace, name, uid }) => {
  // The only user of a user namespace may open every tap in it.
  const owner = uid === null || namespaces.rootless ? [] : ['user', String(uid)]
  await namespaces.ip(namespace, ['tuntap', 'add', name, 'mode', 'tap', 'vnet_hdr', ...owner])
}

/** A link as `ip -json -statistics link` shows it. */
interface Link {
  ifname: string
  ifalias?: string
  stats64: Record<'rx' | 'tx', { bytes: number; packets: number; dropped: number; errors: number }>
}

/** Begins the alias of every tap; the ID of its interface follows. */
const ALIAS = 'granary-nic:'

async function links(namespaces: Namespaces, namespace: string): Promise<Link[]> {
  return JSON.parse(
    (await namespaces.ip(namespace, ['-json', '-statistics', 'link', 'show'])) || '[]',
  ) as Link[]
}

/** Returns the IDs of the interfaces that have a tap in a namespace. */
export async function nicsIn(namespaces: Namespaces, namespace: string): Promise<string[]> {
  return (await links(namespaces, namespace)).flatMap(({ ifalias }) =>
    ifalias?.startsWith(ALIAS) ? [ifalias.slice(ALIAS.length)] : [],
  )
}

/** Deletes taps of a namespace that a killed server had not named yet, so no machine has them. */
export async function removeUnfinished(namespaces: Namespaces, namespace: string): Promise<void> {
  for (const { ifname, ifalias } of await links(namespaces, namespace))
    if (isLinkName(ifname) && ifalias === undefined) await removeLink(namespaces, namespace, ifname)
}

/** Deletes a tap. Succeeds if there is none. */
export async function removeLink(namespaces: Namespaces, namespace: string, name: string): Promise<void> {
  await namespaces.ip(namespace, ['link', 'delete', 'dev', name]).catch((error: unknown) => {
    if (!(error instanceof CommandFailed && /Cannot (find device|open network)/.test(error.stderr)))
      throw error
  })
}

/** Makes a tap, or completes it. A tap that can't be completed is deleted. */
export async function addLink(
  make: MakeLink,
  tap: Omit<Parameters<MakeLink>[0], 'name'>,
): Promise<{ name: string }> {
  const { namespaces, namespace, nic } = tap
  const name = linkName(nic.id)
  const found = (await links(namespaces, namespace)).some(({ ifname }) => ifname === name)
  if (!found) await make({ ...tap, name })
  const set = ['link', 'set', name, 'mtu', String(nic.mtu), 'alias', `${ALIAS}${nic.id}`, 'up']
  try {
    await namespaces.ip(namespace, set)
  } catch (error) {
    await removeLink(namespaces, namespace, name)
    throw error
  }
  return { name }
}

/** Returns the counters of interfaces in a namespace: what the tap receives, its guest has sent. */
export async function countersIn(
  namespaces: Namespaces,
  namespace: string,
  nicIds: ReadonlySet<string>,
): Promise<NicCounters[]> {
  return (await links(namespaces, namespace)).flatMap(({ ifalias, stats64: { rx, tx } }) => {
    const id = ifalias?.slice(ALIAS.length) ?? ''
    if (!nicIds.has(id)) return []
    return [
      {
        id,
        bytesSent: rx.bytes,
        packetsSent: rx.packets,
        bytesReceived: tx.bytes,
        packetsReceived: tx.packets,
        packetsDropped: rx.dropped + tx.dropped,
      },
    ]
  })
}
