/**
 * What the guest of an instance finds when it asks which CPU it runs on; oldest first. An instance that asks for one runs on
 * any sled that can give it, which newer sleds can too; one that asks for none (null) runs anywhere.
 */
export const CPU_PLATFORMS = ['amd_milan', 'amd_turin', 'amd_turin_v2'] as const
export type CpuPlatform = (typeof CPU_PLATFORMS)[number]

export const CPU_PLATFORM_NAMES: Record<CpuPlatform, string> = {
  amd_milan: 'AMD Milan',
  amd_turin: 'AMD Turin',
  amd_turin_v2: 'AMD Turin v2',
}
