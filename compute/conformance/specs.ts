import type { DiskSource, DiskSpec } from '../src/disk.ts'
import type { MachineNic, MachineSpec } from '../src/machine.ts'
import type { NetworkSpec } from '../src/network.ts'

export const GiB = 1024 ** 3
/** Block size of the disks of `diskSpec`, in bytes. */
export const BLOCK = 4096

/** Returns a small machine without disks and network interfaces, with `changes` applied. */
export function machineSpec(changes: Partial<MachineSpec> = {}): MachineSpec {
  const id = changes.id ?? crypto.randomUUID()
  return {
    id,
    name: 'm1',
    hostname: 'm1',
    ncpus: 1,
    memory: GiB,
    cpuPlatform: null,
    sledId: null,
    bootDiskId: null,
    disks: [],
    nics: [],
    userData: null,
    sshPublicKeys: [],
    guest: null,
    ...changes,
  }
}

/** Returns the only interface of a machine, with the addresses `10.0.0.HOST` and `fd00::HOST`. */
export function machineNic(networkId: string, host: number): MachineNic {
  return {
    id: crypto.randomUUID(),
    name: 'net0',
    networkId,
    mac: `A8:40:25:F0:00:${String(host).padStart(2, '0')}`,
    primary: true,
    addresses: [`10.0.0.${host}/24`, `fd00::${host}/64`],
    mtu: 1500,
  }
}

/** Returns a network with one subnet, whose rules are the inbound rules of all interfaces, with `changes` applied. */
export function networkSpec(
  machines: readonly MachineSpec[],
  changes: Partial<NetworkSpec> = {},
): NetworkSpec {
  const subnetId = crypto.randomUUID()
  const inbound = changes.rules?.map(({ id }) => id) ?? []
  return {
    id: crypto.randomUUID(),
    version: 'one',
    vni: 7,
    subnets: [
      {
        id: subnetId,
        ipv4Block: '10.0.0.0/24',
        ipv6Block: 'fd00::/64',
        routes: [
          { destination: 'fd00::/64', target: { type: 'local' } },
          { destination: '10.0.0.0/24', target: { type: 'local' } },
        ],
      },
    ],
    interfaces: machines.flatMap(({ id: machineId, nics }) =>
      nics.map(({ id, mac, primary, addresses }) => ({
        id,
        machineId,
        subnetId,
        mac,
        primary,
        addresses: addresses.map((address) => address.split('/')[0]!),
        transit: [],
        firewall: 0,
      })),
    ),
    firewalls: machines.length > 0 ? [{ inbound, outbound: [] }] : [],
    rules: [],
    external: [],
    routed: [],
    ...changes,
  }
}

/** Returns a disk of 1 GiB, with `changes` applied. */
export function diskSpec(source: DiskSource = { kind: 'blank' }, changes: Partial<DiskSpec> = {}): DiskSpec {
  return { id: crypto.randomUUID(), size: GiB, blockSize: BLOCK, source, sledId: null, ...changes }
}

/** Returns bytes that depend on offset and seed. */
export function pattern(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8)) % 251)
}
