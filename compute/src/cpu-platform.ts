/** CPU platforms that the guest of a machine can see. Oldest first. */
export type CpuPlatform = 'amd_milan' | 'amd_turin' | 'amd_turin_v2'
