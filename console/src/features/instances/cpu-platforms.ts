import { CPU_PLATFORM_NAMES, CPU_PLATFORMS, type CpuPlatform } from '@granary/domain/cpu-platforms.ts'

/** The choice in a form: a platform, or any. */
export type PlatformChoice = 'any' | CpuPlatform

export const PLATFORM_CHOICES: { value: PlatformChoice; label: string }[] = [
  { value: 'any', label: 'Any' },
  ...CPU_PLATFORMS.map((value) => ({ value, label: CPU_PLATFORM_NAMES[value] })),
]

export const PLATFORM_HINT =
  'The CPU that the guest sees. The instance runs only on sleds that support the platform. Newer sleds also support older platforms.'
