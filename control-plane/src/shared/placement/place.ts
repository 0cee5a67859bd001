import { present } from '../../kit/base/present.ts'
import type { Sled } from '@granary/compute/sled.ts'
import type { PlacementGroup, PlacementSled } from '@granary/domain/placement-request.ts'
import { choosePlacement } from '@granary/domain/placement.ts'
import { affinityGroup, antiAffinityGroup, type GroupKind, membersOf } from '../../kinds/affinity-group.ts'
import type { InstanceRow } from '../../database/schema.ts'
import type { Context } from '../../kit/context/context.ts'
import { insufficientCapacity, invalidRequest } from '../../kit/base/errors.ts'
import { provisionableSleds, sizeOf } from './inventory.ts'
import { sledOfDisks } from './place-disk.ts'

/**
 * Chooses a sled for an instance: one with its CPU platform and enough room that satisfies its affinity groups.
 * @returns the sled's id.
 * @throws ApiError 507 when no sled has room, 400 when its groups contradict each other.
 */
export async function chooseSled(context: Context, instance: InstanceRow): Promise<string> {
  const sleds = await withUse(context, await sledsFor(context, instance))
  const result = choosePlacement({
    ncpus: instance.ncpus,
    memory: instance.memory,
    cpuPlatform: instance.cpu_platform,
    sleds,
    antiAffinity: await neighbours(context, antiAffinityGroup, instance.id),
    affinity: await neighbours(context, affinityGroup, instance.id),
  })
  if ('sledId' in result) return result.sledId
  const message = `Failed to place instance: ${result.message}`
  throw result.status === 507 ? insufficientCapacity(message) : invalidRequest(message)
}

/** Returns the sleds that accept instances; of these, the one with the instance's disks where disks are on sleds. */
async function sledsFor(context: Context, { id }: InstanceRow): Promise<Sled[]> {
  const sleds = await provisionableSleds(context)
  if (context.services.compute.facts().storage === 'shared') return sleds
  const sledId = await sledOfDisks(context, id)
  if (sledId === null) return sleds
  const own = sleds.filter((sled) => sled.id === sledId)
  if (own.length > 0) return own
  throw insufficientCapacity('Failed to place instance: the sled that has its disks takes no more instances')
}

/** Returns sleds with the resources that their instances hold. */
export async function withUse(
  { db, services }: Pick<Context, 'db' | 'services'>,
  sleds: readonly Sled[],
): Promise<PlacementSled[]> {
  const used = await db
    .selectFrom('provisioned')
    .selectAll()
    .where('scope_id', 'in', ['', ...sleds.map((sled) => sled.id)])
    .execute()
  const usedBy = new Map(used.map((row) => [row.scope_id, row]))
  return sleds.map((sled) => ({
    id: sled.id,
    ...sizeOf(sled, services),
    usedVcpus: usedBy.get(sled.id)?.cpus ?? 0,
    usedMemory: usedBy.get(sled.id)?.memory ?? 0,
  }))
}

/** The groups of a kind that an instance is a member of, with the sleds on which their other members run. */
async function neighbours(context: Context, kind: GroupKind, instanceId: string): Promise<PlacementGroup[]> {
  const rows = await context.db
    .selectFrom(`${membersOf(kind)} as mine`)
    .innerJoin(`${kind.table} as group`, 'group.id', 'mine.group_id')
    .innerJoin(`${membersOf(kind)} as other`, 'other.group_id', 'mine.group_id')
    .innerJoin('instance', 'instance.id', 'other.instance_id')
    .select(['group.id', 'group.name', 'group.policy', 'instance.sled_id', 'instance.name as member'])
    .where('mine.instance_id', '=', instanceId)
    .where('other.instance_id', '!=', instanceId)
    .where('instance.sled_id', 'is not', null)
    .orderBy('group.name')
    .orderBy('instance.name')
    .execute()
  const groups = new Map<string, PlacementGroup>()
  for (const row of rows) {
    const group = groups.get(row.id) ?? {
      name: row.name,
      policy: row.policy,
      memberSleds: [],
      memberNames: [],
    }
    group.memberSleds.push(present(row.sled_id, 'the sled of a member'))
    group.memberNames.push(row.member)
    groups.set(row.id, group)
  }
  return [...groups.values()]
}
