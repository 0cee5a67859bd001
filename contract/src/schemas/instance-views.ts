import { CPU_PLATFORMS } from '@granary/domain/cpu-platforms.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { z } from 'zod'
import { extra } from '../extension.ts'
import { ByteCount, Timestamp, Uuid } from '../scalars.ts'
import { taggedIdentity } from './tags.ts'

export const InstanceState = z.enum(instanceStates).meta({ id: 'InstanceState' })

export const InstanceAutoRestartPolicy = z
  .enum(['never', 'best_effort'])
  .meta({ id: 'InstanceAutoRestartPolicy' })
export const InstanceCpuPlatform = z.enum(CPU_PLATFORMS).meta({ id: 'InstanceCpuPlatform' })
export const InstanceCpuCount = z.int().min(0).max(65_535).meta({ id: 'InstanceCpuCount', format: 'uint16' })

export const Instance = z
  .object({
    ...taggedIdentity,
    projectId: Uuid.meta({ description: 'Project of the instance' }),
    hostname: z.string().meta({ description: 'Host name that the guest is given' }),
    ncpus: InstanceCpuCount.meta({ description: 'Virtual CPUs' }),
    memory: ByteCount.meta({ description: 'Memory in bytes' }),
    runState: InstanceState.meta({ description: 'State of the instance' }),
    timeRunStateUpdated: Timestamp.meta({ description: 'When the state last changed' }),
    bootDiskId: Uuid.nullable().meta({
      description: 'Disk that the instance boots from; null lets the guest firmware choose',
    }),
    autoRestartEnabled: z
      .boolean()
      .meta({ description: 'Whether a failed instance is restarted automatically' }),
    autoRestartPolicy: InstanceAutoRestartPolicy.nullable().meta({
      description: 'What was asked for; null for the default',
    }),
    autoRestartCooldownExpiration: Timestamp.nullable().meta({
      description: 'When a failed instance can next be restarted automatically',
    }),
    timeLastAutoRestarted: Timestamp.nullable().meta({
      description: 'When the instance was last restarted automatically',
    }),
    cpuPlatform: InstanceCpuPlatform.nullable().meta({
      description: 'Oldest CPU platform that the guest can rely on; null for any',
    }),
    enableJumboFrames: z
      .boolean()
      .meta({ description: 'Whether its interfaces take frames of up to 8,500 bytes' }),
    startProblem: extra(
      z.string().nullable().meta({
        description:
          'Why its create or an automatic restart did not start it; null once it is started or stopped.',
      }),
    ),
    note: extra(
      z.string().nullable().meta({
        description:
          'What its machine waits for, or why it is in this state without a request; null if there is nothing to say',
      }),
    ),
    deletionProtected: extra(
      z.boolean().meta({ description: 'Whether deleting the instance is refused until that is lifted' }),
    ),
  })
  .meta({ id: 'Instance' })

/** An instance in a list, with everything that a row shows, so that a page takes one request. */
export const InstanceListItem = z
  .object({
    ...Instance.shape,
    externalIps: extra(
      z.array(z.string()).meta({
        description:
          'Addresses by which it is reached from outside, floating ones first; not those that it only sends from.',
      }),
    ),
  })
  .meta({ id: 'InstanceListItem' })
