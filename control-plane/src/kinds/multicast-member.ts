import { present } from '../kit/base/present.ts'
import { storedJson } from '../kit/base/stored-json.ts'
import { fromFixedWidth } from '@granary/domain/ip.ts'
import type { Database, InstanceRow, MulticastGroupRow } from '../database/schema.ts'
import type { Scope } from '../kit/resources/authorization.ts'
import { record } from '../kit/resources/changes.ts'
import { type Context, now } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'

type Row = Database['multicast_group_member']
type Member = Pick<InstanceRow, 'id' | 'name' | 'run_state'>
type Group = Pick<MulticastGroupRow, 'id' | 'multicast_ip'>
/** A membership with its group and its instance. */
export type Membership = { row: Row; group: Group; member: Member; scope: Scope }

/** Selects memberships with the columns of their groups and instances that a view needs. */
export const memberships = (context: Context) =>
  context.db
    .selectFrom('multicast_group_member')
    .innerJoin('multicast_group', 'multicast_group.id', 'multicast_group_member.multicast_group_id')
    .innerJoin('instance', 'instance.id', 'multicast_group_member.instance_id')
    .selectAll('multicast_group_member')
    .select(['multicast_ip', 'instance.name', 'run_state'])

type Joined = Awaited<ReturnType<ReturnType<typeof memberships>['execute']>>[number]

/** Returns a membership in its API form. It has the name of its instance, which receives packets while it runs. */
export const membershipView = (row: Joined) => ({
  id: row.id,
  name: row.name,
  description: '',
  timeCreated: row.time_created,
  timeModified: row.time_modified,
  instanceId: row.instance_id,
  multicastGroupId: row.multicast_group_id,
  multicastIp: fromFixedWidth(row.multicast_ip),
  sourceIps: storedJson<string[]>(row.source_ips),
  state: row.run_state === 'running' ? 'Joined' : 'Left',
})

const viewOf = ({ row, group, member }: Membership) =>
  membershipView({
    ...row,
    multicast_ip: group.multicast_ip,
    name: member.name,
    run_state: member.run_state,
  })

/** An instance in a multicast group. Its writers don't keep the group's summary of sources. */
export const multicastMember = {
  create: async (
    context: Context,
    { group, member, scope }: Omit<Membership, 'row'>,
    sourceIps: readonly string[],
  ): Promise<Membership> => {
    const time = now(context)
    const row = {
      id: crypto.randomUUID(),
      multicast_group_id: group.id,
      instance_id: member.id,
      source_ips: JSON.stringify(sourceIps),
      time_created: time,
      time_modified: time,
    }
    await rawWriter(context).insertInto('multicast_group_member').values(row).execute()
    const created = { row, group, member, scope }
    note(context, null, created)
    return created
  },
  setSources: async (
    context: Context,
    before: Membership,
    sourceIps: readonly string[],
  ): Promise<Membership> => {
    const set = { source_ips: JSON.stringify(sourceIps), time_modified: now(context) }
    if (set.source_ips === before.row.source_ips) return before
    await rawWriter(context)
      .updateTable('multicast_group_member')
      .set(set)
      .where('id', '=', before.row.id)
      .execute()
    const after = { ...before, row: { ...before.row, ...set } }
    note(context, before, after)
    return after
  },
  remove: async (context: Context, membership: Membership): Promise<void> => {
    await rawWriter(context)
      .deleteFrom('multicast_group_member')
      .where('id', '=', membership.row.id)
      .execute()
    note(context, membership, null)
  },
  view: viewOf,
}

function note(context: Context, before: Membership | null, after: Membership | null): void {
  const { row, group, member, scope } = present(after ?? before, 'the membership')
  record(context, {
    kind: 'multicast-group-member',
    action: before ? (after ? 'updated' : 'deleted') : 'created',
    id: row.id,
    name: member.name,
    ...scope,
    parentId: group.id,
    before: before && viewOf(before),
    after: after && viewOf(after),
  })
}
