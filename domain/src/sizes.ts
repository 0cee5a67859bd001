import { bytesIn } from './numbers.ts'
import type { Problem, ProblemCode } from './problems.ts'

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

/** Returns everything that is wrong with the size of a machine in a request, by field. */
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

/** What is wrong with the size of a disk; `label` is what the published message calls the field. */
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
    // A size that does not fill its blocks is no multiple of 1 GiB either.
    ...(inBlocks && size >= MIN_DISK_SIZE && size % GiB !== 0
      ? problem('not_multiple', 'total size must be a multiple of 1 GiB')
      : []),
    ...(type === 'distributed' && size > MAX_DISK_SIZE
      ? problem('out_of_range', `total size must be at most ${MAX_DISK_SIZE / GiB} GiB`)
      : []),
  ]
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
 * Returns every quota that a request would exceed, in the order CPU, memory, storage. What is not asked for is not
 * checked, so that a quota that was lowered below its use does not stand against something else.
 */
export function quotaProblems({
  capacity,
  provisioned,
  wanted,
}: {
  capacity: Amounts
  provisioned: Amounts
  wanted: Amounts
}): QuotaProblem[] {
  return QUOTAS.flatMap(({ key, name, format }) => {
    if (wanted[key] === 0 || provisioned[key] + wanted[key] <= capacity[key]) return []
    const numbers = `${format(wanted[key])} wanted, ${format(provisioned[key])} of ${format(capacity[key])} in use`
    return [
      {
        resource: key,
        capacity: capacity[key],
        provisioned: provisioned[key],
        wanted: wanted[key],
        message: `${name} Limit Exceeded: ${numbers}. Free some resources or ask your operator for a larger quota.`,
      },
    ]
  })
}
