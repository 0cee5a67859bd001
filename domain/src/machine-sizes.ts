/** vCPUs and GiB of memory that are often chosen together, from small to large. */
export const MACHINE_SIZES = {
  general: [
    [2, 8],
    [4, 16],
    [8, 32],
    [16, 64],
  ],
  cpu: [
    [2, 4],
    [4, 8],
    [8, 16],
    [16, 32],
  ],
  memory: [
    [2, 16],
    [4, 32],
    [8, 64],
    [16, 128],
  ],
} as const

const STEPS = ['small', 'medium', 'large', 'xlarge'] as const

/** The smallest size, for a computer with few machines. */
const MICRO = { ncpus: 1, memoryGib: 1 }

/**
 * The sizes by the names that the command line takes: `micro`, `small` to `xlarge` for general purposes, `cpu-small` and
 * `memory-small` and so on for those with less and with more memory for each vCPU.
 */
export const SIZES_BY_NAME: ReadonlyMap<string, { ncpus: number; memoryGib: number }> = new Map([
  ['micro', MICRO],
  ...Object.entries(MACHINE_SIZES).flatMap(([kind, sizes]) =>
    sizes.map(
      ([ncpus, memoryGib], step) =>
        [`${kind === 'general' ? '' : `${kind}-`}${STEPS[step]!}`, { ncpus, memoryGib }] as const,
    ),
  ),
])
