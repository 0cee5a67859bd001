import { bytesIn } from './numbers.ts'

/** Binary units in bytes. */
export const KiB = 1024
export const MiB = 1024 * KiB
export const GiB = 1024 * MiB
export const TiB = 1024 * GiB

export const MIN_VCPUS = 1
export const MAX_VCPUS = 254
export const MIN_MEMORY = GiB
export const MAX_MEMORY = 1536 * GiB
export const MAX_DISKS_PER_INSTANCE = 12
export const MAX_NICS_PER_INSTANCE = 8
export const MAX_EXTERNAL_IPS_PER_INSTANCE = 32
export const MAX_SSH_KEYS_PER_INSTANCE = 100
/** cloud-init user data after base64 decoding. */
export const MAX_USER_DATA = 32 * KiB
export const MIN_DISK_SIZE = GiB
/** Of a disk whose blocks are spread over sleds. */
export const MAX_DISK_SIZE = 1023 * GiB
export const BLOCK_SIZES = [512, 2048, 4096] as const
export type BlockSize = (typeof BLOCK_SIZES)[number]
/** Blocks of a disk that lies on one sled are always of this size. */
export const LOCAL_BLOCK_SIZE = 4096
/** The most that one bulk write may carry, after base64 decoding. */
export const MAX_BULK_WRITE = 512 * KiB
/** The most that one write of blocks as bytes may carry. */
export const MAX_RAW_WRITE = 8 * MiB
/** What was imported is compared in blocks of so many bytes; the last one of a disk may be shorter. */
export const DIGEST_BLOCK = 512 * KiB
/** The most that is compared at once, in bytes. */
export const MAX_DIGEST_RANGE = 64 * MiB

/** What is wrong with a range of bytes whose blocks are to be compared, or null. */
export function digestRangeProblem({ offset, length }: { offset: number; length: number }): string | null {
  if (offset % DIGEST_BLOCK !== 0) return `offset must be a multiple of ${DIGEST_BLOCK}`
  if (length < 1) return 'length must be at least 1'
  return length > MAX_DIGEST_RANGE ? `length must be at most ${MAX_DIGEST_RANGE}` : null
}

/** What is wrong with a number of virtual CPUs, or null. */
export function cpuProblem(ncpus: number | null): string | null {
  if (ncpus === null || ncpus < MIN_VCPUS) return `Must be at least ${MIN_VCPUS} vCPU`
  if (!Number.isInteger(ncpus)) return 'Must be a whole number'
  return ncpus > MAX_VCPUS ? `Can be at most ${MAX_VCPUS}` : null
}

/** The same for a request, in the words of the wire: there no label stands beside the sentence. */
export function vcpusProblem(ncpus: number): string | null {
  if (ncpus < MIN_VCPUS) return `cannot have less than ${MIN_VCPUS} vCPU per instance`
  return ncpus > MAX_VCPUS ? `cannot have more than ${MAX_VCPUS} vCPUs per instance` : null
}

/** What is wrong with an amount of memory in bytes, or null. */
export function memoryProblem(memory: number): string | null {
  if (memory < MIN_MEMORY) return 'memory must be at least 1 GiB'
  if (memory % GiB !== 0) return 'memory must be divisible by 1 GiB'
  return memory > MAX_MEMORY ? `memory must be less than or equal to ${MAX_MEMORY / GiB} GiB` : null
}

/** What is wrong with the size of a disk in bytes: which field, and why; or null. */
export function diskSizeProblem({
  size,
  blockSize,
  type,
}: {
  size: number
  blockSize: number
  type: 'distributed' | 'local'
}): { label: string; message: string } | null {
  if (size % blockSize !== 0)
    return {
      label: 'size and block_size',
      message: `total size must be a multiple of the block size ${blockSize}`,
    }
  if (size < MIN_DISK_SIZE) return { label: 'size', message: 'total size must be at least 1 GiB' }
  if (size % GiB !== 0) return { label: 'size', message: 'total size must be a multiple of 1 GiB' }
  if (type === 'distributed' && size > MAX_DISK_SIZE)
    return { label: 'size', message: `total size must be at most ${MAX_DISK_SIZE / GiB} GiB` }
  return null
}

/**
 * What is wrong with the size of a disk that is made from an image or a snapshot, both in bytes, or null. It holds at
 * least its source; one that cannot be written to holds nothing else.
 */
export function sourceSizeProblem({
  size,
  sourceSize,
  readOnly,
}: {
  size: number
  sourceSize: number
  readOnly: boolean
}): string | null {
  if (readOnly && size !== sourceSize)
    return `a read-only disk must have exactly the size of its source: ${sourceSize} bytes`
  return size < sourceSize ? `disk size must be at least the size of its source: ${sourceSize} bytes` : null
}

/** What is wrong with one write of an import, all in bytes, or null. Chunks may come in any order and again. */
export function bulkWriteProblem({
  offset,
  length,
  most,
  blockSize,
  diskSize,
}: {
  offset: number
  length: number
  most: number
  blockSize: number
  diskSize: number
}): string | null {
  if (length > most) return `data must be at most ${most} bytes, it has ${length}`
  if (offset < 0 || offset % blockSize !== 0)
    return `offset must be a multiple of the block size ${blockSize}`
  if (length % blockSize !== 0) return `data length must be a multiple of the block size ${blockSize}`
  return offset + length > diskSize ? `data would end beyond the disk's ${diskSize} bytes` : null
}

/** A comfortable size in GiB for a disk made from a source in bytes: rounded up to the next ten, within the limit. */
export const autoDiskSize = (sourceBytes: number): number =>
  Math.min(Math.max(1, Math.ceil(sourceBytes / GiB / 10)) * 10, MAX_DISK_SIZE / GiB)

/** Virtual CPUs, and memory and storage in bytes. */
export type Amounts = { cpus: number; memory: number; storage: number }

/** What would be exceeded, with its three numbers in the unit of the amounts and a sentence that names them. */
export type QuotaProblem = {
  resource: keyof Amounts
  capacity: number
  provisioned: number
  wanted: number
  message: string
}

const QUOTAS = [
  { key: 'cpus', name: 'vCPU', format: (amount: number) => `${amount} ${amount === 1 ? 'vCPU' : 'vCPUs'}` },
  { key: 'memory', name: 'Memory', format: (amount: number) => `${bytesIn(amount, 'GiB')} GiB` },
  { key: 'storage', name: 'Storage', format: (amount: number) => `${bytesIn(amount, 'GiB')} GiB` },
] as const

/**
 * Which quota a request would exceed, checked in the order CPU, memory, storage, or null. What is not asked for is not
 * checked, so that a quota that was lowered below its use does not stand against something else.
 */
export function quotaProblem({
  capacity,
  provisioned,
  wanted,
}: {
  capacity: Amounts
  provisioned: Amounts
  wanted: Amounts
}): QuotaProblem | null {
  for (const { key, name, format } of QUOTAS) {
    if (wanted[key] === 0 || provisioned[key] + wanted[key] <= capacity[key]) continue
    const numbers = `${format(wanted[key])} wanted, ${format(provisioned[key])} of ${format(capacity[key])} in use`
    return {
      resource: key,
      capacity: capacity[key],
      provisioned: provisioned[key],
      wanted: wanted[key],
      message: `${name} Limit Exceeded: ${numbers}. Free some resources or ask your operator for a larger quota.`,
    }
  }
  return null
}
