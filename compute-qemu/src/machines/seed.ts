import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MachineNic, MachineSpec } from '@granary/compute/machine.ts'
import { run } from '../run.ts'

/** Interfaces other than the primary one come after it; metrics of routes. */
const METRIC = { primary: 100, other: 200 } as const

/**
 * Writes the settings of a guest as a disk that cloud-init reads (data source NoCloud): an ISO 9660 file system with the
 * label `cidata`.
 */
export async function writeSeed(path: string, spec: MachineSpec): Promise<void> {
  const folder = await mkdtemp(`${path}.`)
  try {
    for (const [name, text] of Object.entries(seedFiles(spec))) await writeFile(join(folder, name), text)
    const args = ['-as', 'mkisofs', '-quiet', '-V', 'cidata', '-J', '-r', '-o', `${path}.new`, folder]
    await rm(`${path}.new`, { force: true })
    await run('xorriso', args)
    // The machine's own user reads it.
    await chmod(`${path}.new`, 0o444)
    await rename(`${path}.new`, path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the files of the seed. JSON is YAML too. */
export function seedFiles(spec: MachineSpec): Record<string, string | Uint8Array> {
  const metadata = {
    'instance-id': spec.id,
    'local-hostname': spec.hostname,
    'public-keys': spec.sshPublicKeys,
  }
  const userData = spec.userData === null ? '#cloud-config\n' : Buffer.from(spec.userData, 'base64')
  const ethernets = Object.fromEntries(spec.nics.map((nic, index) => [`nic${index}`, ethernet(nic)]))
  return {
    // A line for each field, which simple guests without a YAML parser can read too.
    'meta-data': Object.entries(metadata)
      .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
      .join(''),
    'user-data': userData,
    'network-config': JSON.stringify({ version: 2, ethernets }, undefined, 2) + '\n',
  }
}

function ethernet({ mac, primary, addresses }: MachineNic) {
  const metric = primary ? METRIC.primary : METRIC.other
  const ipv6 = addresses.filter((address) => address.includes(':'))
  const [hasIpv4, hasIpv6] = [addresses.length > ipv6.length, ipv6.length > 0]
  return {
    match: { macaddress: mac.toLowerCase() },
    dhcp4: hasIpv4,
    dhcp6: hasIpv6,
    // For guests without DHCPv6. Neighbors are behind the router too, so it is an address without a subnet.
    ...(hasIpv6 && { addresses: ipv6.map((address) => `${address.split('/')[0]!}/128`) }),
    ...(hasIpv4 && { 'dhcp4-overrides': { 'route-metric': metric } }),
    ...(hasIpv6 && { 'dhcp6-overrides': { 'route-metric': metric } }),
  }
}
