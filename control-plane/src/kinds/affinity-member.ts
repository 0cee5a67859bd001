import type { AffinityGroupRow, InstanceRow } from '../database/schema.ts'
import type { Scope } from '../kit/resources/authorization.ts'
import { record } from '../kit/resources/changes.ts'
import type { Context } from '../kit/context/context.ts'
import { rawWriter } from '../database/session.ts'
import { type GroupKind, membersOf } from './affinity-group.ts'

export type Group = { row: AffinityGroupRow; scope: Scope }
export type GroupMember = Pick<InstanceRow, 'id' | 'name' | 'run_state'>

/** Returns a member in its API form. */
export const memberView = ({ id, name, run_state: runState }: GroupMember) => ({
  type: 'instance' as const,
  value: { id, name, runState },
})

/**
 * An instance in a group. It has no id of its own: the log entry has the instance's id, and the group as its parent.
 */
export const groupMember = {
  create: async (context: Context, kind: GroupKind, group: Group, member: GroupMember): Promise<void> => {
    await rawWriter(context)
      .insertInto(membersOf(kind))
      .values({ group_id: group.row.id, instance_id: member.id })
      .execute()
    note(context, kind, group, member, 'created')
  },
  remove: async (context: Context, kind: GroupKind, group: Group, member: GroupMember): Promise<void> => {
    await rawWriter(context)
      .deleteFrom(membersOf(kind))
      .where('group_id', '=', group.row.id)
      .where('instance_id', '=', member.id)
      .execute()
    note(context, kind, group, member, 'deleted')
  },
}

function note(
  context: Context,
  kind: GroupKind,
  { row, scope }: Group,
  member: GroupMember,
  action: 'created' | 'deleted',
): void {
  const view = memberView(member)
  record(context, {
    kind: `${kind.kind}-member`,
    action,
    id: member.id,
    name: member.name,
    ...scope,
    parentId: row.id,
    before: action === 'deleted' ? view : null,
    after: action === 'created' ? view : null,
  })
}
