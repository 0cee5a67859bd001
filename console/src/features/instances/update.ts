import type { Instance } from './use-instance.ts'

/** An update replaces everything that can be updated, so what shall stay goes along. */
export const updateOf = (instance: Instance) => ({
  ncpus: instance.ncpus,
  memory: instance.memory,
  bootDisk: instance.bootDiskId,
  autoRestartPolicy: instance.autoRestartPolicy,
  cpuPlatform: instance.cpuPlatform,
  enableJumboFrames: instance.enableJumboFrames,
})
