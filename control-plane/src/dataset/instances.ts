import { MAX_NICS_PER_INSTANCE } from '@granary/domain/sizes.ts'
import type { InstanceState } from '@granary/domain/instance-states.ts'
import { affinityGroup, antiAffinityGroup, type GroupKind, membersOf } from '../kinds/affinity-group.ts'
import type { InstanceRow } from '../database/schema.ts'
import { disk } from '../kinds/disk.ts'
import { instance } from '../kinds/instance.ts'
import { sshKey } from '../kinds/ssh-key.ts'
import type { Dataset, Entry } from './format.ts'
import { planInterfaces } from './interfaces.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

/** An instance of the data set with its row. */
export type Planned = { path: string; value: Entry<'instances'>['value']; row: InstanceRow }

/** States in which an instance holds a place on a sled and counts against the quota. */
const PLACED_STATES = new Set<InstanceState>([
  'starting',
  'running',
  'stopping',
  'rebooting',
  'migrating',
  'repairing',
])
export const isPlaced = (row: InstanceRow): boolean => PLACED_STATES.has(row.run_state)
/** States of instances that are not meant to run, so the system does not start them. */
const NOT_WANTED_STATES = new Set<InstanceState>(['creating', 'stopping', 'stopped', 'failed', 'destroyed'])

/** Plans instances without the fields that later steps set: boot disk, external addresses, place. */
export function planInstances(plan: Plan, dataset: Dataset): Planned[] {
  return dataset.instances.map(({ path, value }) => ({ path, value, row: planInstance(plan, path, value) }))
}

function planInstance(plan: Plan, path: string, value: Entry<'instances'>['value']): InstanceRow {
  const scope = plan.project(path, value)
  const row = plan.of(instance).add({ path, scope }, value, (made) => ({
    project_id: scope.projectId,
    hostname: value.hostname ?? value.name,
    ncpus: value.ncpus,
    memory: value.memory,
    run_state: value.run_state,
    time_run_state_updated: value.time_run_state_updated
      ? plan.moment(value.time_run_state_updated)
      : made.time_modified,
    wanted_state: NOT_WANTED_STATES.has(value.run_state) ? 'stopped' : 'running',
    reboots_wanted: 0,
    boot_disk_id: null,
    auto_restart_policy: value.auto_restart_policy ?? null,
    time_last_auto_restarted: value.time_last_auto_restarted
      ? plan.moment(value.time_last_auto_restarted)
      : null,
    cpu_platform: value.cpu_platform ?? null,
    enable_jumbo_frames: value.enable_jumbo_frames ? 1 : 0,
    user_data: value.user_data,
    sled_id: null,
    charged: 0,
    start_problem: value.start_problem ?? null,
    note: null,
    deletion_protected: value.deletion_protected ? 1 : 0,
  }))
  for (const [index, key] of value.ssh_public_keys.entries())
    linkKey(plan, `${path}.ssh_public_keys[${index}]`, scope.siloId, row.id, key)
  if ((value.network_interfaces?.length ?? 0) > MAX_NICS_PER_INSTANCE)
    fail(`${path}.network_interfaces`, `must be at most ${MAX_NICS_PER_INSTANCE}`)
  planInterfaces(plan, path, scope, row, value.network_interfaces)
  return row
}

function linkKey(plan: Plan, path: string, siloId: string, instanceId: string, key: string): void {
  const slash = key.lastIndexOf('/')
  const user = plan.users.need(path, siloId, key.slice(0, slash))
  const { id } = plan.of(sshKey).need(path, user.id, key.slice(slash + 1))
  plan.once(path, key, `${instanceId} ${id}`)
  plan.rows.instance_ssh_key.push({ instance_id: instanceId, ssh_key_id: id })
}

/** Assigns boot disks to instances, once all disks are planned. */
export function linkBootDisks(plan: Plan, instances: readonly Planned[]): void {
  for (const { path, value, row } of instances) {
    if (value.boot_disk == null) continue
    const boot = plan.of(disk).need(`${path}.boot_disk`, row.project_id, value.boot_disk)
    if (boot.instance_id !== row.id)
      fail(`${path}.boot_disk`, `disk "${boot.name}" is not attached to "${row.name}"`)
    row.boot_disk_id = boot.id
  }
}

/** Plans affinity and anti-affinity groups with their members. */
export function planGroups(plan: Plan, dataset: Dataset): void {
  for (const entry of dataset.affinity_groups) planGroup(plan, affinityGroup, entry)
  for (const entry of dataset.anti_affinity_groups) planGroup(plan, antiAffinityGroup, entry)
}

function planGroup(
  plan: Plan,
  kind: GroupKind,
  { path, value }: Entry<'affinity_groups' | 'anti_affinity_groups'>,
): void {
  const scope = plan.project(path, value)
  const { policy, failure_domain } = value
  const row = plan.of(kind).add({ path, scope }, value, () => ({
    project_id: scope.projectId,
    policy,
    failure_domain,
  }))
  for (const [index, name] of value.members.entries()) {
    const member = plan.of(instance).need(`${path}.members[${index}]`, scope.projectId, name)
    plan.once(`${path}.members[${index}]`, name, `${row.id} ${member.id}`)
    plan.rows[membersOf(kind)].push({ group_id: row.id, instance_id: member.id })
  }
}
