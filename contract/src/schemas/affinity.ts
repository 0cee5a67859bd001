import { z } from 'zod'
import { extra } from '../extension.ts'
import { InstanceState } from './instance-views.ts'
import { countedPageOf, identityUpdate, Name, pageOf, Uuid } from '../scalars.ts'
import { taggedCreate, taggedIdentity } from './tags.ts'

/** Whether members may start if their group's rule cannot be met. */
export const AffinityPolicy = z.enum(['allow', 'fail']).meta({ id: 'AffinityPolicy' })
export const FailureDomain = z.enum(['sled']).meta({ id: 'FailureDomain' })

export type GroupKind = 'affinity-group' | 'anti-affinity-group'
export type GroupName = 'AffinityGroup' | 'AntiAffinityGroup'

const rule = {
  policy: AffinityPolicy.meta({ description: 'Whether members may start where the rule cannot be kept' }),
  failureDomain: FailureDomain.meta({ description: 'What members share or keep apart' }),
}
const group = z.object({
  ...taggedIdentity,
  projectId: Uuid.meta({ description: 'Project of the group' }),
  ...rule,
  memberCount: extra(z.int().meta({ description: 'Number of instances in the group.' })),
})
const groupCreate = z.object({ ...taggedCreate, ...rule })
const groupUpdate = z.object(identityUpdate)
const groupMember = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('instance'),
    value: z
      .object({
        id: Uuid.meta({ description: 'ID of the instance' }),
        name: Name.meta({ description: 'Name of the instance' }),
        runState: InstanceState.meta({ description: 'State of the instance' }),
      })
      .meta({ description: 'The instance' }),
  }),
])

/**
 * Returns the schemas of a kind of group. The two kinds have the same fields, and the published API a name for each.
 * @param id name of the group's schema in the OpenAPI document; the others' names begin with it.
 */
export function groupSchemas(id: GroupName) {
  const Group = group.meta({ id })
  const Member = groupMember.meta({ id: `${id}Member` })
  return {
    Group,
    Page: countedPageOf(Group).meta({ id: `${id}ResultsPage` }),
    Create: groupCreate.meta({ id: `${id}Create` }),
    Update: groupUpdate.meta({ id: `${id}Update` }),
    Member,
    MemberPage: pageOf(Member).meta({ id: `${id}MemberResultsPage` }),
  }
}
export type GroupSchemas = ReturnType<typeof groupSchemas>

/** Returns the kind of group in words: `anti-affinity group`. */
export const wordsOf = (kind: GroupKind): string => kind.replace('-group', ' group')
