import { GiB } from '@granary/domain/sizes.ts'

/** The largest amount of GiB that is an exact number of bytes in JavaScript. */
const MAX_GIB = Math.floor(Number.MAX_SAFE_INTEGER / GiB)

/** The resources with a quota, with the unit that users enter. */
export const QUOTA_FIELDS = [
  { name: 'cpus', word: 'CPU', unit: 'vCPUs', most: Number.MAX_SAFE_INTEGER },
  { name: 'memory', word: 'Memory', unit: 'GiB', most: MAX_GIB },
  { name: 'storage', word: 'Storage', unit: 'GiB', most: MAX_GIB },
] as const
