import type { CpuPlatform } from '@granary/domain/cpu-platforms.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import type { Flag, Id, Named, Time } from './values.ts'

export type InstanceRow = Named & {
  project_id: Id
  hostname: string
  ncpus: number
  memory: number
  /** What the driver last reported, or what was requested of it since. */
  run_state: InstanceState
  time_run_state_updated: Time
  /** What was last requested, or chosen by the guest that powered itself off. */
  wanted_state: 'running' | 'stopped'
  /** Counts requests to reboot; the driver carries out each number once. */
  reboots_wanted: number
  boot_disk_id: Id | null
  auto_restart_policy: 'never' | 'best_effort' | null
  time_last_auto_restarted: Time | null
  cpu_platform: CpuPlatform | null
  enable_jumbo_frames: Flag
  user_data: string
  /** Where it runs, while it holds a place. */
  sled_id: Id | null
  /** 1 while its CPU and memory count against the quota. */
  charged: Flag
  /** Why the last start that nobody waited for found no place or quota. */
  start_problem: string | null
}
/** A request to start, stop or reboot that the driver has yet to carry out; at most one for each instance, the latest. */
type PowerRequestTable = { instance_id: Id; id: Id }
type InstanceSshKeyTable = { instance_id: Id; ssh_key_id: Id }
/** Of affinity groups and of anti-affinity groups. */
export type AffinityGroupRow = Named & {
  project_id: Id
  policy: 'allow' | 'fail'
  failure_domain: 'sled'
}
type AffinityGroupMemberTable = { group_id: Id; instance_id: Id }

/** Instances, and which of them run apart or together. */
export type InstanceTables = {
  instance: InstanceRow
  power_request: PowerRequestTable
  instance_ssh_key: InstanceSshKeyTable
  affinity_group: AffinityGroupRow
  affinity_group_member: AffinityGroupMemberTable
  anti_affinity_group: AffinityGroupRow
  anti_affinity_group_member: AffinityGroupMemberTable
}
