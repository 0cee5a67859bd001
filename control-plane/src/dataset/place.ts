import { present } from '../kit/base/present.ts'
import type { PlacementGroup, PlacementSled } from '@granary/domain/placement-request.ts'
import { choosePlacement } from '@granary/domain/placement.ts'
import type { InstanceRow } from '../database/schema.ts'
import { isPlaced, type Planned } from './instances.ts'
import type { Plan } from './plan.ts'
import { fail } from './problem.ts'

type Size = Omit<PlacementSled, 'usedVcpus' | 'usedMemory'>

/** Places each running instance on a sled, by the rules of a start, and counts all use. */
export function planPlaces(plan: Plan, instances: readonly Planned[], sleds: readonly Size[]): void {
  const used = new Map<string, Amounts>()
  const apart = groupMembers(plan, 'anti_affinity_group')
  const together = groupMembers(plan, 'affinity_group')
  for (const { path, row } of instances) {
    if (!isPlaced(row)) continue
    const place = choosePlacement({
      ncpus: row.ncpus,
      memory: row.memory,
      cpuPlatform: row.cpu_platform,
      sleds: sleds.map(({ id, ...size }) => ({
        id,
        ...size,
        usedVcpus: used.get(id)?.cpus ?? 0,
        usedMemory: used.get(id)?.memory ?? 0,
      })),
      antiAffinity: apart.get(row.id)?.map((group) => neighbours(group, row)) ?? [],
      affinity: together.get(row.id)?.map((group) => neighbours(group, row)) ?? [],
    })
    if ('status' in place)
      return fail(`${path}.run_state`, `"${row.run_state}" needs a place on a sled: ${place.message}`)
    row.sled_id = place.sledId
    row.charged = 1
    add(used, [place.sledId], { cpus: row.ncpus, memory: row.memory, storage: 0 })
  }
  countUse(plan, used)
}

type Group = Pick<PlacementGroup, 'name' | 'policy'> & { members: InstanceRow[] }

function groupMembers(plan: Plan, table: 'affinity_group' | 'anti_affinity_group'): Map<string, Group[]> {
  const rows = new Map(plan.rows.instance.map((row) => [row.id, row]))
  const groups = new Map(
    plan.rows[table].map(({ id, name, policy }) => [id, { name, policy, members: [] as InstanceRow[] }]),
  )
  const groupsOf = new Map<string, Group[]>()
  for (const { group_id, instance_id } of plan.rows[`${table}_member`]) {
    const group = present(groups.get(group_id), 'the group of a member')
    group.members.push(present(rows.get(instance_id), 'the instance of a member'))
    groupsOf.set(instance_id, [...(groupsOf.get(instance_id) ?? []), group])
  }
  return groupsOf
}

function neighbours({ members, ...group }: Group, self: InstanceRow): PlacementGroup {
  const placed = members.filter((member) => member.id !== self.id && member.sled_id !== null)
  return {
    ...group,
    memberSleds: placed.map((member) => present(member.sled_id, 'the sled of a member')),
    memberNames: placed.map((member) => member.name),
  }
}

type Amounts = { cpus: number; memory: number; storage: number }

/**
 * The use of projects and silos: CPUs and memory of running instances, the full size of every disk, image and
 * snapshot.
 */
function countUse(plan: Plan, used: Map<string, Amounts>): void {
  const none = { cpus: 0, memory: 0, storage: 0 }
  for (const id of [...plan.rows.silo.map((row) => row.id), ...plan.rows.project.map((row) => row.id)])
    used.set(id, none)
  const siloOf = new Map(plan.rows.project.map((row) => [row.id, row.silo_id]))
  const count = (project: string, amounts: Partial<Amounts>) =>
    add(used, [project, present(siloOf.get(project), 'the silo of a project')], { ...none, ...amounts })
  for (const row of plan.rows.instance)
    if (row.charged) count(row.project_id, { cpus: row.ncpus, memory: row.memory })
  for (const { project_id, size, state } of [...plan.rows.disk, ...plan.rows.snapshot])
    if (state !== 'destroyed') count(project_id, { storage: size })
  for (const { silo_id, project_id, size } of plan.rows.image)
    add(used, [silo_id, ...(project_id ? [project_id] : [])], { ...none, storage: size })
  for (const [scope_id, amounts] of used) plan.rows.provisioned.push({ scope_id, ...amounts })
}

function add(used: Map<string, Amounts>, scopes: string[], { cpus, memory, storage }: Amounts): void {
  for (const scope of scopes) {
    const before = used.get(scope) ?? { cpus: 0, memory: 0, storage: 0 }
    used.set(scope, {
      cpus: before.cpus + cpus,
      memory: before.memory + memory,
      storage: before.storage + storage,
    })
  }
}
