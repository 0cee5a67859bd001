/**
 * CPU platforms that a guest can see, oldest first. An instance that requests a platform runs on any sled that can
 * provide it, including newer sleds. An instance that requests none (null) runs anywhere.
 */
export const CPU_PLATFORMS = ['amd_milan', 'amd_turin', 'amd_turin_v2'] as const
export type CpuPlatform = (typeof CPU_PLATFORMS)[number]

export const CPU_PLATFORM_NAMES: Record<CpuPlatform, string> = {
  amd_milan: 'AMD Milan',
  amd_turin: 'AMD Turin',
  amd_turin_v2: 'AMD Turin v2',
}
