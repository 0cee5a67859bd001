import type { DiskSource, DiskSpec } from '../src/disk.ts'
import type { MachineSpec } from '../src/machine.ts'

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

/** Returns a disk of 1 GiB, with `changes` applied. */
export function diskSpec(source: DiskSource = { kind: 'blank' }, changes: Partial<DiskSpec> = {}): DiskSpec {
  return { id: crypto.randomUUID(), size: GiB, blockSize: BLOCK, source, sledId: null, ...changes }
}

/** Returns bytes that depend on offset and seed. */
export function pattern(length: number, seed: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8)) % 251)
}
