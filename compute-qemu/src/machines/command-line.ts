import type { CpuPlatform } from '@granary/compute/cpu-platform.ts'
import type { DiskSpec } from '@granary/compute/disk.ts'
import type { MachineDisk, MachineNic, MachineSpec } from '@granary/compute/machine.ts'
import { MAX_DISKS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import type { FirmwareFiles } from './firmware.ts'
import type { BlockOptions } from '../storage/layer-files.ts'

const MiB = 1024 ** 2
/** Most of the memory that QEMU keeps translated code in, when it emulates; MiB. */
const TRANSLATION_CACHE = 64

/** Names of processors as QEMU has them. */
const CPU_MODELS: Record<CpuPlatform, string> = {
  amd_milan: 'EPYC-Milan',
  amd_turin: 'EPYC-Turin',
  amd_turin_v2: 'EPYC-Turin',
}

/** A disk as QEMU opens it. */
export interface DiskDevice {
  disk: MachineDisk
  spec: DiskSpec
  block: BlockOptions
}

export interface MachineDevices {
  disks: DiskDevice[]
  nics: { nic: MachineNic; tap: string }[]
  /** UEFI firmware; null for the BIOS of QEMU. */
  firmware: FirmwareFiles | null
  /** File with the guest's first settings, beside the sockets. */
  seed: string
  acceleration: 'kvm' | 'emulated'
}

/** Names of sockets and files in the folder of a machine, where QEMU runs. */
export const MACHINE_FILES = {
  qmp: 'run/qmp',
  serial: 'run/serial',
  seed: 'seed.iso',
  layers: 'disks',
} as const

export const diskDevice = (diskId: string): string => `disk-${diskId}`
const port = (index: number): string => `port-${index}`

/**
 * Returns the port for the next disk of a running machine; undefined if all are used. The last port is the seed's, also in the
 * machines of earlier servers, which had fewer.
 * @param peripherals names of all devices of the machine.
 */
export function freePort(peripherals: readonly string[], used: ReadonlySet<string>): string | undefined {
  const all = peripherals.filter((name) => name.startsWith('port-'))
  const ports = Array.from(all, (_, index) => port(index))
  return ports.slice(0, -1).find((name) => !used.has(name))
}

/** Returns the options of a disk's device. Its serial number is the beginning of its id, which guests see. */
export function diskOptions({ disk, spec, block }: DiskDevice, bus: string): Record<string, unknown> {
  return {
    driver: 'virtio-blk-pci',
    id: diskDevice(disk.id),
    bus,
    drive: block['node-name'],
    serial: disk.id.slice(0, 20),
    logical_block_size: spec.blockSize,
    physical_block_size: Math.max(spec.blockSize, 4096),
    // A machine pauses on a full host, and goes on when there is space.
    werror: 'stop',
    rerror: 'stop',
  }
}

/** Returns the program and the arguments that run a machine. Paths are relative to the machine's folder. */
export function qemuCommand(spec: MachineSpec, devices: MachineDevices): string[] {
  const { acceleration, disks, nics, firmware, seed } = devices
  return [
    ['qemu-system-x86_64', '-name', 'guest=granary', '-uuid', spec.id],
    ['-nodefaults', '-no-user-config', '-display', 'none', '-S'],
    ['-sandbox', 'on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny'],
    ['-machine', 'q35', '-accel', accelerator(acceleration), '-cpu', cpu(spec, acceleration)],
    ['-smp', `cpus=${spec.ncpus},sockets=1,cores=${spec.ncpus},threads=1`],
    ['-m', `size=${Math.ceil(spec.memory / MiB)}M`, '-rtc', 'base=utc'],
    ['-action', 'shutdown=pause,panic=pause', '-device', 'pvpanic-pci'],
    ['-chardev', `socket,id=qmp,path=${MACHINE_FILES.qmp},server=on,wait=off`],
    ['-mon', 'chardev=qmp,mode=control'],
    ['-chardev', `socket,id=serial,path=${MACHINE_FILES.serial},server=on,wait=off`],
    ['-serial', 'chardev:serial'],
    firmwareArguments(firmware),
    ['-object', 'rng-random,id=random,filename=/dev/urandom', '-device', 'virtio-rng-pci,rng=random'],
    Array.from({ length: MAX_DISKS_PER_INSTANCE + 1 }, (_, index) => portArguments(index)).flat(),
    disks.flatMap((device, index) => diskArguments(device, index, bootIndex(spec, device.disk, index))),
    nics.flatMap(({ nic, tap }) => nicArguments(nic, tap)),
    seedArguments(seed, port(MAX_DISKS_PER_INSTANCE)),
  ].flat()
}

const portArguments = (index: number): string[] => [
  '-device',
  `pcie-root-port,id=${port(index)},chassis=${index + 1},slot=${index + 1}`,
]

const accelerator = (kind: 'kvm' | 'emulated'): string =>
  kind === 'kvm' ? 'kvm' : `tcg,thread=multi,tb-size=${TRANSLATION_CACHE}`

/** Emulation of newer processors than Nehalem takes longer and gives guests little. */
function cpu({ cpuPlatform }: MachineSpec, acceleration: 'kvm' | 'emulated'): string {
  if (acceleration === 'emulated') return 'Nehalem'
  return cpuPlatform === null ? 'host' : CPU_MODELS[cpuPlatform]
}

/** The boot disk comes first; the others follow in their order if it has no boot loader or none was chosen. */
function bootIndex({ bootDiskId }: MachineSpec, disk: MachineDisk, index: number): number | undefined {
  if (bootDiskId === null) return index + 1
  return disk.id === bootDiskId ? 0 : undefined
}

function diskArguments(device: DiskDevice, index: number, boot: number | undefined): string[] {
  const options = { ...diskOptions(device, port(index)), ...(boot !== undefined && { bootindex: boot }) }
  return ['-blockdev', JSON.stringify(device.block), '-device', JSON.stringify(options)]
}

function nicArguments(nic: MachineNic, tap: string): string[] {
  const [backend, device] = [`net-${nic.id}`, `nic-${nic.id}`]
  const options = {
    driver: 'virtio-net-pci',
    id: device,
    netdev: backend,
    mac: nic.mac,
    host_mtu: nic.mtu,
    romfile: '',
  }
  const tapOptions = `tap,id=${backend},ifname=${tap},script=no,downscript=no`
  return ['-netdev', tapOptions, '-device', JSON.stringify(options)]
}

/** The seed is behind a port too, the last one, because guests number disks by the places of their buses. */
function seedArguments(path: string, bus: string): string[] {
  const block = {
    driver: 'raw',
    'node-name': 'seed',
    'read-only': true,
    file: { driver: 'file', filename: path },
  }
  return ['-blockdev', JSON.stringify(block), '-device', `virtio-blk-pci,bus=${bus},drive=seed,serial=cidata`]
}

function firmwareArguments(firmware: MachineDevices['firmware']): string[] {
  if (!firmware) return []
  const flash = (name: string, filename: string, readOnly: boolean) =>
    JSON.stringify({
      driver: 'raw',
      'node-name': name,
      'read-only': readOnly,
      file: { driver: 'file', filename },
    })
  const [code, variables] = [
    flash('firmware', firmware.code, true),
    flash('variables', firmware.variables, false),
  ]
  return ['-blockdev', code, '-blockdev', variables, '-machine', 'pflash0=firmware,pflash1=variables']
}
