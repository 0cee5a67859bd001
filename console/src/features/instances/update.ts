import type { Instance } from './use-instance.ts'

/** Returns the current values for an update, which replaces all fields. */
export const updateOf = (instance: Instance) => ({
  ncpus: instance.ncpus,
  memory: instance.memory,
  bootDisk: instance.bootDiskId,
  autoRestartPolicy: instance.autoRestartPolicy,
  cpuPlatform: instance.cpuPlatform,
  enableJumboFrames: instance.enableJumboFrames,
})
