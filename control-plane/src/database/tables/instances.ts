import type { CpuPlatform } from '@granary/domain/cpu-platforms.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import type { Flag, Id, Tagged, Time } from './values.ts'

export type InstanceRow = Tagged & {
  project_id: Id
  hostname: string
  ncpus: number
  memory: number
  /** The state that the driver last reported, or a later request's. */
  run_state: InstanceState
  time_run_state_updated: Time
  /** The state that was last requested, or chosen by a guest that powered itself off. */
  wanted_state: 'running' | 'stopped'
  /** Counts reboot requests. The driver carries out each number once. */
  reboots_wanted: number
  boot_disk_id: Id | null
  auto_restart_policy: 'never' | 'best_effort' | null
  time_last_auto_restarted: Time | null
  cpu_platform: CpuPlatform | null
  enable_jumbo_frames: Flag
  user_data: string
  /** The sled that it holds a place on. */
  sled_id: Id | null
  /** 1 while its CPU and memory count against the quota. */
  charged: Flag
  /** Why the last start without a waiting caller found no place or quota. */
  start_problem: string | null
  /** What its machine waits for, or why it is in this state without a request, as the driver last reported. */
  note: string | null
  /** 1 while deleting it is refused. */
  deletion_protected: Flag
}
/** The latest start, stop or reboot request of an instance. */
type PowerRequestTable = {
  instance_id: Id
  id: Id
  /** Counts the requests of the instance, so that the driver refuses a late command of an earlier one. */
  number: number
  /** 1 once the driver has carried it out, or refused it for good. */
  has_ended: Flag
}
type InstanceSshKeyTable = { instance_id: Id; ssh_key_id: Id }
/** For affinity groups and anti-affinity groups. */
export type AffinityGroupRow = Tagged & {
  project_id: Id
  policy: 'allow' | 'fail'
  failure_domain: 'sled'
}
type AffinityGroupMemberTable = { group_id: Id; instance_id: Id }

/** Instances and their affinity and anti-affinity groups. */
export type InstanceTables = {
  instance: InstanceRow
  power_request: PowerRequestTable
  instance_ssh_key: InstanceSshKeyTable
  affinity_group: AffinityGroupRow
  affinity_group_member: AffinityGroupMemberTable
  anti_affinity_group: AffinityGroupRow
  anti_affinity_group_member: AffinityGroupMemberTable
}
