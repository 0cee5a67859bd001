import { GiB } from '@granary/domain/sizes.ts'

/** More GiB than this are no exact number of bytes in JavaScript, nor in JSON as most read it. */
const MOST_GIB = Math.floor(Number.MAX_SAFE_INTEGER / GiB)

/** What a silo has quotas of, with the unit that people give them in. */
export const QUOTA_FIELDS = [
  { name: 'cpus', word: 'CPU', unit: 'vCPUs', most: Number.MAX_SAFE_INTEGER },
  { name: 'memory', word: 'Memory', unit: 'GiB', most: MOST_GIB },
  { name: 'storage', word: 'Storage', unit: 'GiB', most: MOST_GIB },
] as const
