import { CPU_PLATFORM_NAMES, CPU_PLATFORMS, type CpuPlatform } from '@granary/domain/cpu-platforms.ts'

/** What is chosen in a form: one of them, or that it does not matter. */
export type PlatformChoice = 'any' | CpuPlatform

export const PLATFORM_CHOICES: { value: PlatformChoice; label: string }[] = [
  { value: 'any', label: 'Any' },
  ...CPU_PLATFORMS.map((value) => ({ value, label: CPU_PLATFORM_NAMES[value] })),
]

export const PLATFORM_HINT =
  'The CPU that the guest sees. Asking for one keeps the instance to sleds that can give it; newer sleds can also give older ones.'
