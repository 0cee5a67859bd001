import type { InstancesDeletionSummary } from '@granary/contract/instance-deletion.ts'
import type { z } from 'zod'
import { affinityGroup, antiAffinityGroup, type GroupKind, membersOf } from '../kinds/affinity-group.ts'
import { stateOnceDetached } from '../shared/storage/attach-disk.ts'
import { deletionProblem } from '../shared/storage/delete-disk.ts'
import { may } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'

/**
 * Adds up the deletion plans of many instances, with as many queries as for one. Omits instances that are deleted or
 * that the caller cannot see.
 */
export async function deletionSummary(
  context: Context,
  asked: readonly string[],
): Promise<z.input<typeof InstancesDeletionSummary>> {
  const { db } = context
  const ids = await visible(context, asked)
  const disks = await db
    .selectFrom('disk')
    .select(['instance_id', 'name', 'size', 'state', 'deletion_protected'])
    .where('instance_id', 'in', ids)
    .execute()
  const blocked = disks.filter(
    (disk) => deletionProblem({ ...disk, state: stateOnceDetached(disk.state) }) !== null,
  )
  const addresses = await db
    .selectFrom('external_ip')
    .select('kind')
    .where('instance_id', 'in', ids)
    .execute()
  const ofKind = (kind: string) => addresses.filter((address) => address.kind === kind).length
  const { count } = await db
    .selectFrom('network_interface')
    .select((select) => select.fn.countAll().as('count'))
    .where('instance_id', 'in', ids)
    .executeTakeFirstOrThrow()
  const multicast = await db
    .selectFrom('multicast_group_member')
    .select((select) => select.fn.countAll().as('count'))
    .where('instance_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return {
    instances: ids.length - 1,
    deletes: {
      networkInterfaces: Number(count),
      ephemeralIps: ofKind('ephemeral'),
      snatIps: ofKind('snat'),
      groupMemberships:
        (await places(context, affinityGroup, ids)) +
        (await places(context, antiAffinityGroup, ids)) +
        Number(multicast.count),
    },
    keeps: {
      disks: disks.length,
      diskSize: disks.reduce((sum, { size }) => sum + size, 0),
      floatingIps: ofKind('floating'),
    },
    blocked: { disks: blocked.length, instances: new Set(blocked.map((disk) => disk.instance_id)).size },
  }
}

/** @returns the visible ids and an empty one, since a list in SQL must not be empty. */
async function visible(context: Context, ids: readonly string[]): Promise<string[]> {
  const rows = await context.db
    .selectFrom('instance')
    .innerJoin('project', 'project.id', 'instance.project_id')
    .select(['instance.id', 'project.id as projectId', 'project.silo_id as siloId'])
    .where('instance.id', 'in', ids)
    .execute()
  return ['', ...rows.filter((row) => may(context, row, 'read')).map(({ id }) => id)]
}

async function places(context: Context, kind: GroupKind, ids: readonly string[]): Promise<number> {
  const { count } = await context.db
    .selectFrom(membersOf(kind))
    .select((select) => select.fn.countAll().as('count'))
    .where('instance_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(count)
}
