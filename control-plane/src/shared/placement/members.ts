import { groupMemberProblem } from '@granary/domain/affinity.ts'
import type { InstanceRow } from '../../database/schema.ts'
import { outcomeOf, stateForChanges } from '../../kinds/instance-outcome.ts'
import type { Context } from '../../kit/context/context.ts'
import { alreadyExists, invalidRequest, notFound } from '../../kit/base/errors.ts'
import { type Group, type GroupMember, groupMember } from '../../kinds/affinity-member.ts'
import { type GroupKind, membersOf } from '../../kinds/affinity-group.ts'

type Member = GroupMember & Pick<InstanceRow, 'project_id' | 'charged'>

/** Whether an instance is in a group. */
export async function isMember(
  context: Context,
  kind: GroupKind,
  groupId: string,
  instanceId: string,
): Promise<boolean> {
  const found = await context.db
    .selectFrom(membersOf(kind))
    .select('instance_id')
    .where('group_id', '=', groupId)
    .where('instance_id', '=', instanceId)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Adds an instance to a group. Groups apply at the next start, so the instance must not hold a place now.
 * @throws ApiError 400 for an instance that is up or already a member, or when the group or the instance is at its limit.
 */
export async function addMember(
  context: Context,
  kind: GroupKind,
  { row, scope }: Group,
  member: Member,
): Promise<void> {
  if (member.project_id !== row.project_id)
    throw invalidRequest('instance and group must be in the same project')
  outcomeOf(kind.joining, stateForChanges(member))
  if (await isMember(context, kind, row.id, member.id))
    throw alreadyExists(`${kind.kind}-member`, member.id, null)
  const problem = groupMemberProblem({
    members: await count(context, kind, 'group_id', row.id),
    groups: await count(context, kind, 'instance_id', member.id),
  })
  if (problem) throw invalidRequest(problem)
  await groupMember.create(context, kind, { row, scope }, member)
}

/** Removes an instance from a group, in any state. @throws ApiError 404 when it is not a member. */
export async function removeMember(
  context: Context,
  kind: GroupKind,
  group: Group,
  member: Member,
): Promise<void> {
  if (!(await isMember(context, kind, group.row.id, member.id)))
    throw notFound(`${kind.kind}-member`, { id: member.id })
  await groupMember.remove(context, kind, group, member)
}

async function count(
  context: Context,
  kind: GroupKind,
  column: 'group_id' | 'instance_id',
  id: string,
): Promise<number> {
  const { count: rows } = await context.db
    .selectFrom(membersOf(kind))
    .select((select) => select.fn.countAll().as('count'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow()
  return Number(rows)
}
