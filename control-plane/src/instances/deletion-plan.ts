import type { InstanceDeletionPlan } from '@granary/contract/instance-deletion.ts'
import { protectionProblem } from '@granary/domain/deletion-protection.ts'
import { instanceServerOutcome } from '@granary/domain/instance-outcomes.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { z } from 'zod'
import { affinityGroup, antiAffinityGroup, type GroupKind, membersOf } from '../kinds/affinity-group.ts'
import type { AffinityGroupRow, InstanceRow, NetworkInterfaceRow } from '../database/schema.ts'
import { stateOnceDetached } from '../shared/storage/attach-disk.ts'
import { deletionProblem } from '../shared/storage/delete-disk.ts'
import type { Context } from '../kit/context/context.ts'
import type { Found } from '../kit/resources/lookup.ts'

/** Every row that deleting an instance touches. The preview and the deletion use the same plan. */
export type Deletion = Awaited<ReturnType<typeof planDeletion>>

/** Finds the rows that are deleted with an instance and those that are detached. */
export async function planDeletion(context: Context, { row: { id } }: Found<'instance'>) {
  const { db } = context
  const addresses = await db
    .selectFrom('external_ip')
    .selectAll()
    .where('instance_id', '=', id)
    .orderBy('kind')
    .orderBy('ip')
    .execute()
  return {
    interfaces: await db
      .selectFrom('network_interface')
      .selectAll()
      .where('instance_id', '=', id)
      .orderBy('slot')
      .execute(),
    addresses: addresses.filter(({ kind }) => kind !== 'floating'),
    floating: addresses.filter(({ kind }) => kind === 'floating'),
    affinityGroups: await groupsOf(context, affinityGroup, id),
    antiAffinityGroups: await groupsOf(context, antiAffinityGroup, id),
    multicastGroups: await db
      .selectFrom('multicast_group')
      .innerJoin('multicast_group_member', 'multicast_group_id', 'multicast_group.id')
      .select(['multicast_group.id', 'multicast_group.name'])
      .where('instance_id', '=', id)
      .orderBy('multicast_group.name')
      .execute(),
    externalSubnets: await db
      .selectFrom('external_subnet')
      .selectAll()
      .where('instance_id', '=', id)
      .orderBy('name')
      .execute(),
    disks: await db.selectFrom('disk').selectAll().where('instance_id', '=', id).orderBy('name').execute(),
  }
}

const groupsOf = (context: Context, kind: GroupKind, instanceId: string): Promise<AffinityGroupRow[]> =>
  context.db
    .selectFrom(kind.table)
    .innerJoin(`${membersOf(kind)} as member`, 'member.group_id', `${kind.table}.id`)
    .selectAll(kind.table)
    .where('member.instance_id', '=', instanceId)
    .orderBy('name')
    .execute()

/** Returns why an instance cannot be deleted, or null when it can. */
export function instanceDeletionProblem(row: InstanceRow): string | null {
  if (row.deletion_protected === 1) return protectionProblem('instance', row.name)
  const outcome = instanceServerOutcome('delete', row.run_state)
  return typeof outcome === 'object' ? outcome.message : null
}

/** Returns the plan as the API shows it. */
export function deletionPlanView(row: InstanceRow, plan: Deletion): z.input<typeof InstanceDeletionPlan> {
  return {
    blocked: instanceDeletionProblem(row),
    deletes: {
      networkInterfaces: plan.interfaces.map((nic) => ({ id: nic.id, name: nic.name, ips: ipsOf(nic) })),
      externalIps: plan.addresses.flatMap(({ kind, ip }) =>
        kind === 'floating' ? [] : [{ kind, ip: fromFixedWidth(ip) }],
      ),
      affinityGroupMemberships: plan.affinityGroups.map(({ id, name }) => ({ id, name })),
      antiAffinityGroupMemberships: plan.antiAffinityGroups.map(({ id, name }) => ({ id, name })),
      multicastGroupMemberships: plan.multicastGroups,
    },
    keeps: {
      disks: plan.disks.map(({ id, name, size, state, deletion_protected }) => ({
        id,
        name,
        size,
        state,
        boot: id === row.boot_disk_id,
        deleteBlocked: deletionProblem({ name, state: stateOnceDetached(state), deletion_protected }),
      })),
      floatingIps: plan.floating.map(({ id, name, ip }) => ({ id, name: name!, ip: fromFixedWidth(ip) })),
      externalSubnets: plan.externalSubnets.map(({ id, name, subnet }) => ({ id, name, subnet })),
    },
  }
}

const ipsOf = ({ ipv4, ipv6 }: NetworkInterfaceRow): string[] =>
  [ipv4, ipv6].filter((ip) => ip !== null).map(fromFixedWidth)
