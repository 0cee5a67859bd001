/** What a machine finds when it asks which CPU it runs on. Oldest first. */
export type CpuPlatform = 'amd_milan' | 'amd_turin' | 'amd_turin_v2'
