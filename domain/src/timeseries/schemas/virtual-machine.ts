import { counter, metricField, schemasOf, targetField } from './target.ts'

/** States of a virtual processor. Their times add up to the time since the machine started. */
export const VCPU_STATES = ['run', 'idle', 'waiting', 'emulation'] as const

export type VcpuState = (typeof VCPU_STATES)[number]

export const VIRTUAL_MACHINE = schemasOf({
  name: 'virtual_machine',
  description: 'A virtual machine: a running instance',
  authzScope: 'project',
  fields: [
    targetField('instance_id', 'uuid', 'ID of the instance'),
    targetField('project_id', 'uuid', 'ID of the project of the instance'),
    targetField('silo_id', 'uuid', 'ID of the silo of the instance'),
    targetField('sled_id', 'uuid', 'ID of the sled that runs the instance'),
    targetField('sled_model', 'string', 'Model number of the sled'),
    targetField('sled_revision', 'u32', 'Revision number of the sled'),
    targetField('sled_serial', 'string', 'Serial number of the sled'),
  ],
  metrics: {
    vcpu_usage: {
      description: 'Time that a virtual processor spent in a state',
      datumType: 'cumulative_u64',
      units: 'nanoseconds',
      fields: [
        metricField('state', 'string', `State of the virtual processor: ${VCPU_STATES.join(', ')}`),
        metricField('vcpu_id', 'u32', 'Index of the virtual processor'),
      ],
    },
    reset: counter('Number of resets of the virtual machine'),
    pv_panic_guest_handled: counter('Number of guest panics that the guest handled'),
    pv_panic_host_handled: counter('Number of guest panics that were left to the host'),
  },
})
