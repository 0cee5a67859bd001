import { bytesIn } from './numbers.ts'
import type { Problem, ProblemCode } from './problems.ts'

/** Binary units, in bytes. */
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
/** Maximum size of cloud-init user data, decoded. */
export const MAX_USER_DATA = 32 * KiB
export const MIN_DISK_SIZE = GiB
/** Maximum size of a distributed disk. */
export const MAX_DISK_SIZE = 1023 * GiB
/** Returns the size of a disk for content of this size, both in bytes: whole GiB. */
export const diskSizeFor = (bytes: number): number => Math.max(1, Math.ceil(bytes / GiB)) * GiB
export const BLOCK_SIZES = [512, 2048, 4096] as const
export type BlockSize = (typeof BLOCK_SIZES)[number]
/** Fixed block size of a local disk. */
export const LOCAL_BLOCK_SIZE = 4096
/** Maximum size of one bulk write, decoded. */
export const MAX_BULK_WRITE = 512 * KiB
/** Maximum size of one binary write of blocks. */
export const MAX_RAW_WRITE = 8 * MiB
/** Size of the blocks that are compared after an import, in bytes. The last block of a disk may be shorter. */
export const DIGEST_BLOCK = 512 * KiB
/** Maximum size of one comparison, in bytes. */
export const MAX_DIGEST_RANGE = 64 * MiB

/** Returns what is wrong with a byte range to compare, or null. */
export function digestRangeProblem({ offset, length }: { offset: number; length: number }): string | null {
  if (offset % DIGEST_BLOCK !== 0) return `offset must be a multiple of ${DIGEST_BLOCK}`
  if (length < 1) return 'length must be at least 1'
  return length > MAX_DIGEST_RANGE ? `length must be at most ${MAX_DIGEST_RANGE}` : null
}

/** Returns what is wrong with a number of virtual CPUs, or null. */
export function cpuProblem(ncpus: number | null): string | null {
  if (ncpus === null || ncpus < MIN_VCPUS) return `Must be at least ${MIN_VCPUS} vCPU`
  if (!Number.isInteger(ncpus)) return 'Must be a whole number'
  return ncpus > MAX_VCPUS ? `Can be at most ${MAX_VCPUS}` : null
}

/** Returns the same for a request. The message names the subject because no field label stands next to it. */
export function vcpusProblem(ncpus: number): string | null {
  if (ncpus < MIN_VCPUS) return `cannot have less than ${MIN_VCPUS} vCPU per instance`
  return ncpus > MAX_VCPUS ? `cannot have more than ${MAX_VCPUS} vCPUs per instance` : null
}

/** Returns what is wrong with an amount of memory in bytes, or null. */
export function memoryProblem(memory: number): string | null {
  if (memory < MIN_MEMORY) return 'memory must be at least 1 GiB'
  if (memory % GiB !== 0) return 'memory must be divisible by 1 GiB'
  return memory > MAX_MEMORY ? `memory must be less than or equal to ${MAX_MEMORY / GiB} GiB` : null
}

/** Returns everything that is wrong with the CPUs and memory of a request, by field. */
export function machineSizeProblems({ ncpus, memory }: { ncpus: number; memory: number }): Problem[] {
  const cpu = vcpusProblem(ncpus)
  const ram = memoryProblem(memory)
  const inRange = memory >= MIN_MEMORY && memory <= MAX_MEMORY
  return [
    ...(cpu === null ? [] : [{ path: 'ncpus', code: 'out_of_range' as const, message: cpu }]),
    ...(ram === null
      ? []
      : [
          {
            path: 'memory',
            code: inRange ? ('not_multiple' as const) : ('out_of_range' as const),
            message: ram,
          },
        ]),
  ]
}

/** Returns what is wrong with the size of a disk; `label` is the field's name in the published message. */
export type DiskSizeProblem = Problem & { label: string }

/** Returns everything that is wrong with the size of a disk in bytes. */
export function diskSizeProblems({
  size,
  blockSize,
  type,
}: {
  size: number
  blockSize: number
  type: 'distributed' | 'local'
}): DiskSizeProblem[] {
  const problem = (code: ProblemCode, message: string, label = 'size') => [
    { path: 'size', code, message, label },
  ]
  const inBlocks = size % blockSize === 0
  return [
    ...(inBlocks
      ? []
      : problem(
          'not_multiple',
          `total size must be a multiple of the block size ${blockSize}`,
          'size and block_size',
        )),
    ...(size < MIN_DISK_SIZE ? problem('out_of_range', 'total size must be at least 1 GiB') : []),
    // A size that is not a multiple of the block size is not a multiple of 1 GiB either.
    ...(inBlocks && size >= MIN_DISK_SIZE && size % GiB !== 0
      ? problem('not_multiple', 'total size must be a multiple of 1 GiB')
      : []),
    ...(type === 'distributed' && size > MAX_DISK_SIZE
      ? problem('out_of_range', `total size must be at most ${MAX_DISK_SIZE / GiB} GiB`)
      : []),
  ]
}

/**
 * Returns what is wrong with the size of a disk made from an image or a snapshot, both in bytes, or null. The disk must
 * be at least as large as its source. A read-only disk must have exactly the size of its source.
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

/** Returns what is wrong with one bulk write, all in bytes, or null. Chunks can arrive in any order and repeatedly. */
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

/** Suggests a size in GiB for a disk made from a source in bytes: the next multiple of ten, within the limit. */
export const autoDiskSize = (sourceBytes: number): number =>
  Math.min(Math.max(1, Math.ceil(sourceBytes / GiB / 10)) * 10, MAX_DISK_SIZE / GiB)

/** Virtual CPUs, and memory and storage in bytes. */
export type Amounts = { cpus: number; memory: number; storage: number }

/** An exceeded quota: its three numbers in the unit of the amounts, and a sentence that states them. */
export type QuotaProblem = {
  resource: keyof Amounts
  capacity: number
  provisioned: number
  requested: number
  message: string
}

const QUOTAS = [
  { key: 'cpus', name: 'vCPU', format: (amount: number) => `${amount} ${amount === 1 ? 'vCPU' : 'vCPUs'}` },
  { key: 'memory', name: 'Memory', format: (amount: number) => `${bytesIn(amount, 'GiB')} GiB` },
  { key: 'storage', name: 'Storage', format: (amount: number) => `${bytesIn(amount, 'GiB')} GiB` },
] as const

/**
 * Returns every quota that a request would exceed, in the order CPU, memory, storage. Resources that the request
 * doesn't need are not checked, so that a quota below its usage doesn't block unrelated requests.
 */
export function quotaProblems({
  capacity,
  provisioned,
  requested,
}: {
  capacity: Amounts
  provisioned: Amounts
  requested: Amounts
}): QuotaProblem[] {
  return QUOTAS.flatMap(({ key, name, format }) => {
    if (requested[key] === 0 || provisioned[key] + requested[key] <= capacity[key]) return []
    const numbers = `${format(requested[key])} wanted, ${format(provisioned[key])} of ${format(capacity[key])} in use`
    return [
      {
        resource: key,
        capacity: capacity[key],
        provisioned: provisioned[key],
        requested: requested[key],
        message: `${name} Limit Exceeded: ${numbers}. Free some resources or ask your operator for a larger quota.`,
      },
    ]
  })
}
