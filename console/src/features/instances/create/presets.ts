/** Presets of common sizes: vCPUs and GiB of memory. */
export const PRESETS = {
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

export const PRESET_TABS = [
  { id: 'general', label: 'General Purpose' },
  { id: 'cpu', label: 'High CPU' },
  { id: 'memory', label: 'High Memory' },
  { id: 'custom', label: 'Custom' },
] as const

export type PresetTab = (typeof PRESET_TABS)[number]['id']
