import { z } from 'zod'
import { InstanceState } from './instances.ts'
import { family, get } from './operation.ts'
import { identity, inProject, Name, NameOrId, NameOrIdSortMode, pageOf, paginated, Uuid } from './scalars.ts'

export const AffinityPolicy = z.enum(['allow', 'fail']).meta({ id: 'AffinityPolicy' })
export const FailureDomain = z.enum(['sled']).meta({ id: 'FailureDomain' })

export const AntiAffinityGroup = z
  .object({ ...identity, projectId: Uuid, policy: AffinityPolicy, failureDomain: FailureDomain })
  .meta({ id: 'AntiAffinityGroup' })

export const AntiAffinityGroupMember = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('instance'),
      value: z.object({ id: Uuid, name: Name, runState: InstanceState }),
    }),
  ])
  .meta({ id: 'AntiAffinityGroupMember' })

const page = pageOf(AntiAffinityGroup).meta({ id: 'AntiAffinityGroupResultsPage' })

export const affinity = family('affinity', {
  antiAffinityGroupList: get('/v1/anti-affinity-groups', {
    summary: 'List anti-affinity groups',
    query: { project: NameOrId, ...paginated(NameOrIdSortMode) },
    response: page,
  }),
  antiAffinityGroupView: get('/v1/anti-affinity-groups/{antiAffinityGroup}', {
    summary: 'Fetch anti-affinity group',
    query: inProject,
    response: AntiAffinityGroup,
  }),
  antiAffinityGroupMemberList: get('/v1/anti-affinity-groups/{antiAffinityGroup}/members', {
    summary: 'List members of an anti-affinity group',
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: pageOf(AntiAffinityGroupMember).meta({ id: 'AntiAffinityGroupMemberResultsPage' }),
  }),
  instanceAntiAffinityGroupList: get('/v1/instances/{instance}/anti-affinity-groups', {
    summary: 'List anti-affinity groups of an instance',
    query: { ...inProject, ...paginated(NameOrIdSortMode) },
    response: page,
  }),
})
