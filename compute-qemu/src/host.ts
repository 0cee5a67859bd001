import { readFile, stat, statfs } from 'node:fs/promises'
import { availableParallelism, hostname, totalmem } from 'node:os'
import type { CpuPlatform } from '@granary/compute/cpu-platform.ts'
import type { Sled } from '@granary/compute/sled.ts'

/** Memory for the host itself: a tenth of it, and at least this many bytes. */
const MIN_RESERVED = 512 * 1024 * 1024
const RESERVED_SHARE = 0.1

/** Families of AMD's processors in /proc/cpuinfo, with the platforms that they can show to guests. */
const PLATFORMS: Record<string, CpuPlatform[]> = { '25': ['amd_milan'], '26': ['amd_milan', 'amd_turin'] }

/** Describes this host as the only sled. */
export async function describeHost(options: {
  id: string
  folder: string
  acceleration: 'kvm' | 'emulated'
}): Promise<Sled> {
  const { id, folder, acceleration } = options
  const memory = totalmem()
  const { blocks, bsize } = await statfs(folder)
  const size = blocks * bsize
  return {
    id,
    rackId: id,
    baseboard: {
      part: (await firstLine('/sys/class/dmi/id/product_name')) ?? 'host',
      serial: await serialOf(),
      revision: 0,
    },
    slot: null,
    usableHardwareThreads: availableParallelism(),
    usablePhysicalRam: Math.floor(memory - Math.max(MIN_RESERVED, memory * RESERVED_SHARE)),
    cpuPlatforms: acceleration === 'kvm' ? await platforms() : [],
    usableStorage: size,
    state: 'up',
    disks: [{ id, vendor: null, model: null, serial: 'data-folder', formFactor: null, size }],
  }
}

/** Returns bytes that are free for this user in the file system of a folder. */
export async function freeSpaceIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Returns what tells a folder from all others of this host, also from a copy. */
export async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder)
  return `${dev}:${ino}`
}

/** Returns what identifies the time since the last restart of this host. */
export async function hostBoot(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
}

/** Serial numbers of computers whose maker gave them none. */
const PLACEHOLDER =
  /^(0+|none|default string|system serial number|(not |to be )(specified|applicable|filled).*)$/i

/** Returns the serial number of this computer, or the name by which its users know it. Only root may read the number. */
async function serialOf(): Promise<string> {
  const serial = await firstLine('/sys/class/dmi/id/product_serial')
  return serial === undefined || PLACEHOLDER.test(serial) ? hostname() : serial
}

async function firstLine(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim() || undefined
}

async function platforms(): Promise<CpuPlatform[]> {
  const text = await readFile('/proc/cpuinfo', 'utf8').catch(() => '')
  if (!text.includes('AuthenticAMD')) return []
  const family = /^cpu family\s*:\s*(\d+)$/m.exec(text)?.[1]
  return PLATFORMS[family ?? ''] ?? []
}
