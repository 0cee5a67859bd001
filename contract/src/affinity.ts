import { z } from 'zod'
import { extra } from './extension.ts'
import { InstanceState } from './instance-views.ts'
import { on } from './needs.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  identity,
  identityCreate,
  identityUpdate,
  inProject,
  Name,
  NameOrIdSortMode,
  ofProject,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

/** Whether members may start if their group's rule cannot be met. */
export const AffinityPolicy = z.enum(['allow', 'fail']).meta({ id: 'AffinityPolicy' })
export const FailureDomain = z.enum(['sled']).meta({ id: 'FailureDomain' })

const rule = {
  policy: AffinityPolicy.meta({ description: 'Whether members may start where the rule cannot be kept' }),
  failureDomain: FailureDomain.meta({ description: 'What members share or keep apart' }),
}
const memberCount = extra(z.int().meta({ description: 'Number of instances in the group.' }))
const group = {
  ...identity,
  projectId: Uuid.meta({ description: 'Project of the group' }),
  ...rule,
  memberCount,
}
const groupCreate = { ...identityCreate, ...rule }
const member = z.discriminatedUnion('type', [
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

/** Members run on the same sled. */
export const AffinityGroup = z.object(group).meta({ id: 'AffinityGroup' })
/** Members run on different sleds. */
export const AntiAffinityGroup = z.object(group).meta({ id: 'AntiAffinityGroup' })
const AffinityGroupCreate = z.object(groupCreate).meta({ id: 'AffinityGroupCreate' })
const AntiAffinityGroupCreate = z.object(groupCreate).meta({ id: 'AntiAffinityGroupCreate' })
const AffinityGroupUpdate = z.object(identityUpdate).meta({ id: 'AffinityGroupUpdate' })
const AntiAffinityGroupUpdate = z.object(identityUpdate).meta({ id: 'AntiAffinityGroupUpdate' })
export const AffinityGroupMember = member.meta({ id: 'AffinityGroupMember' })
export const AntiAffinityGroupMember = member.meta({ id: 'AntiAffinityGroupMember' })

const affinityPage = pageOf(AffinityGroup).meta({ id: 'AffinityGroupResultsPage' })
const antiAffinityPage = pageOf(AntiAffinityGroup).meta({ id: 'AntiAffinityGroupResultsPage' })
const listQuery = { ...ofProject, ...paginated(NameOrIdSortMode) }
const childQuery = { ...inProject, ...paginated(NameOrIdSortMode) }

export const affinity = family('affinity', {
  antiAffinityGroupList: get('/v1/anti-affinity-groups', {
    summary: 'List anti-affinity groups',
    description: 'Members of such a group run on different sleds. Each item includes the number of members.',
    needs: on('project', 'list_contents'),
    shows: ['anti-affinity-group', 'anti-affinity-group-member'],
    columns: [
      'name',
      'policy',
      'failureDomain',
      'memberCount',
      'projectId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: listQuery,
    response: antiAffinityPage,
  }),
  antiAffinityGroupCreate: post('/v1/anti-affinity-groups', {
    summary: 'Create anti-affinity group',
    description: 'The policy says whether a member may start when the rule cannot be kept.',
    needs: on('project', 'modify_contents'),
    changes: ['anti-affinity-group'],
    query: ofProject,
    body: AntiAffinityGroupCreate,
    response: AntiAffinityGroup,
  }),
  antiAffinityGroupView: get('/v1/anti-affinity-groups/{antiAffinityGroup}', {
    summary: 'Fetch anti-affinity group',
    description: 'Includes the policy and the number of members.',
    needs: on('anti-affinity-group', 'read'),
    shows: ['anti-affinity-group', 'anti-affinity-group-member'],
    query: inProject,
    response: AntiAffinityGroup,
  }),
  antiAffinityGroupUpdate: put('/v1/anti-affinity-groups/{antiAffinityGroup}', {
    summary: 'Update anti-affinity group',
    description: 'Changes the name and the description; the policy stays.',
    needs: on('anti-affinity-group', 'modify_contents'),
    changes: ['anti-affinity-group'],
    query: inProject,
    body: AntiAffinityGroupUpdate,
    response: AntiAffinityGroup,
  }),
  antiAffinityGroupDelete: del('/v1/anti-affinity-groups/{antiAffinityGroup}', {
    summary: 'Delete anti-affinity group',
    description: 'Its members stay, and are free of its rule at their next start.',
    needs: on('anti-affinity-group', 'modify_contents'),
    changes: ['anti-affinity-group', 'anti-affinity-group-member'],
    query: inProject,
  }),
  antiAffinityGroupMemberList: get('/v1/anti-affinity-groups/{antiAffinityGroup}/members', {
    summary: 'List members of an anti-affinity group',
    description: 'Lists the instances in the group with their run states.',
    needs: on('anti-affinity-group', 'list_contents'),
    shows: ['anti-affinity-group-member', 'instance'],
    columns: ['value.name', 'value.runState', 'value.id', 'type'],
    query: childQuery,
    response: pageOf(AntiAffinityGroupMember).meta({ id: 'AntiAffinityGroupMemberResultsPage' }),
  }),
  antiAffinityGroupMemberInstanceView: get(
    '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
    {
      summary: 'Fetch member of an anti-affinity group',
      description: 'Not found when the instance is not in the group.',
      needs: on('anti-affinity-group', 'read'),
      shows: ['anti-affinity-group-member', 'instance'],
      query: inProject,
      response: AntiAffinityGroupMember,
    },
  ),
  antiAffinityGroupMemberInstanceAdd: post(
    '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
    {
      summary: 'Add instance to anti-affinity group',
      description:
        'The instance has to be stopped and in the same project. The rule applies to its next start.',
      needs: on('anti-affinity-group', 'modify_contents'),
      changes: ['anti-affinity-group-member', 'instance'],
      query: inProject,
      response: AntiAffinityGroupMember,
    },
  ),
  antiAffinityGroupMemberInstanceDelete: del(
    '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
    {
      summary: 'Remove instance from anti-affinity group',
      description: 'Works in any state of the instance. The rule no longer applies to its next start.',
      needs: on('anti-affinity-group', 'modify_contents'),
      changes: ['anti-affinity-group-member', 'instance'],
      query: inProject,
    },
  ),
  affinityGroupList: get('/v1/affinity-groups', {
    summary: 'List affinity groups',
    description: 'Members of such a group run on the same sled. Each item includes the number of members.',
    needs: on('project', 'list_contents'),
    shows: ['affinity-group', 'affinity-group-member'],
    columns: [
      'name',
      'policy',
      'failureDomain',
      'memberCount',
      'projectId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: listQuery,
    response: affinityPage,
  }),
  affinityGroupCreate: post('/v1/affinity-groups', {
    summary: 'Create affinity group',
    description: 'The policy says whether a member may start when the rule cannot be kept.',
    needs: on('project', 'modify_contents'),
    changes: ['affinity-group'],
    query: ofProject,
    body: AffinityGroupCreate,
    response: AffinityGroup,
  }),
  affinityGroupView: get('/v1/affinity-groups/{affinityGroup}', {
    summary: 'Fetch affinity group',
    description: 'Includes the policy and the number of members.',
    needs: on('affinity-group', 'read'),
    shows: ['affinity-group', 'affinity-group-member'],
    query: inProject,
    response: AffinityGroup,
  }),
  affinityGroupUpdate: put('/v1/affinity-groups/{affinityGroup}', {
    summary: 'Update affinity group',
    description: 'Changes the name and the description; the policy stays.',
    needs: on('affinity-group', 'modify_contents'),
    changes: ['affinity-group'],
    query: inProject,
    body: AffinityGroupUpdate,
    response: AffinityGroup,
  }),
  affinityGroupDelete: del('/v1/affinity-groups/{affinityGroup}', {
    summary: 'Delete affinity group',
    description: 'Its members stay, and are free of its rule at their next start.',
    needs: on('affinity-group', 'modify_contents'),
    changes: ['affinity-group', 'affinity-group-member'],
    query: inProject,
  }),
  affinityGroupMemberList: get('/v1/affinity-groups/{affinityGroup}/members', {
    summary: 'List members of an affinity group',
    description: 'Lists the instances in the group with their run states.',
    needs: on('affinity-group', 'list_contents'),
    shows: ['affinity-group-member', 'instance'],
    columns: ['value.name', 'value.runState', 'value.id', 'type'],
    query: childQuery,
    response: pageOf(AffinityGroupMember).meta({ id: 'AffinityGroupMemberResultsPage' }),
  }),
  affinityGroupMemberInstanceView: get('/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', {
    summary: 'Fetch member of an affinity group',
    description: 'Not found when the instance is not in the group.',
    needs: on('affinity-group', 'read'),
    shows: ['affinity-group-member', 'instance'],
    query: inProject,
    response: AffinityGroupMember,
  }),
  affinityGroupMemberInstanceAdd: post('/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', {
    summary: 'Add instance to affinity group',
    description:
      'The instance has to be stopped and in the same project. The rule applies to its next start.',
    needs: on('affinity-group', 'modify_contents'),
    changes: ['affinity-group-member', 'instance'],
    query: inProject,
    response: AffinityGroupMember,
  }),
  affinityGroupMemberInstanceDelete: del('/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', {
    summary: 'Remove instance from affinity group',
    description: 'Works in any state of the instance. The rule no longer applies to its next start.',
    needs: on('affinity-group', 'modify_contents'),
    changes: ['affinity-group-member', 'instance'],
    query: inProject,
  }),
  instanceAntiAffinityGroupList: get('/v1/instances/{instance}/anti-affinity-groups', {
    summary: 'List anti-affinity groups of an instance',
    description: 'Lists the anti-affinity groups that the instance is a member of.',
    needs: on('instance', 'read'),
    shows: ['anti-affinity-group', 'anti-affinity-group-member'],
    columns: [
      'name',
      'policy',
      'failureDomain',
      'memberCount',
      'projectId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: childQuery,
    response: antiAffinityPage,
  }),
  instanceAffinityGroupList: get('/v1/instances/{instance}/affinity-groups', {
    summary: 'List affinity groups of an instance',
    description: 'Lists the affinity groups that the instance is a member of.',
    needs: on('instance', 'read'),
    shows: ['affinity-group', 'affinity-group-member'],
    columns: [
      'name',
      'policy',
      'failureDomain',
      'memberCount',
      'projectId',
      'timeCreated',
      'id',
      'timeModified',
      'description',
    ],
    query: childQuery,
    response: affinityPage,
  }),
})
