import { type GroupKind, type GroupSchemas, wordsOf } from './schemas/affinity.ts'
import { on } from './needs.ts'
import { del, get, post } from './operation.ts'
import { inProject, NameOrIdSortMode, paginated } from './scalars.ts'

/** Returns the operations on the members of a kind of group. */
export function memberOperations<const Kind extends GroupKind, const Parameter extends string>(
  kind: Kind,
  parameter: Parameter,
  { Member, MemberPage }: GroupSchemas,
) {
  const words = wordsOf(kind)
  const all = `/v1/${kind}s/{${parameter}}/members` as const
  const one = `${all}/instance/{instance}` as const
  return {
    List: get(all, {
      summary: `List members of an ${words}`,
      description: 'Lists the instances in the group with their run states.',
      needs: on(kind, 'list_contents'),
      shows: [`${kind}-member`, 'instance'],
      columns: ['value.name', 'value.runState', 'value.id', 'type'],
      query: { ...inProject, ...paginated(NameOrIdSortMode) },
      response: MemberPage,
    }),
    InstanceView: get(one, {
      summary: `Fetch member of an ${words}`,
      description: 'Not found when the instance is not in the group.',
      needs: on(kind, 'read'),
      shows: [`${kind}-member`, 'instance'],
      query: inProject,
      response: Member,
    }),
    InstanceAdd: post(one, {
      summary: `Add instance to ${words}`,
      description:
        'The instance has to be stopped and in the same project. The rule applies to its next start.',
      needs: on(kind, 'modify_contents'),
      changes: [`${kind}-member`, 'instance'],
      query: inProject,
      response: Member,
    }),
    InstanceDelete: del(one, {
      summary: `Remove instance from ${words}`,
      description: 'Works in any state of the instance. The rule no longer applies to its next start.',
      needs: on(kind, 'modify_contents'),
      changes: [`${kind}-member`, 'instance'],
      query: inProject,
    }),
  }
}
