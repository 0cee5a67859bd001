import { z } from 'zod'
import { InstanceState } from './instances.ts'
import { del, family, get, post, put } from './operation.ts'
import {
  identity,
  identityCreate,
  identityUpdate,
  inProject,
  Name,
  NameOrId,
  NameOrIdSortMode,
  pageOf,
  paginated,
  Uuid,
} from './scalars.ts'

/** Whether members may start where the rule of their group cannot be kept. */
export const AffinityPolicy = z.enum(['allow', 'fail']).meta({ id: 'AffinityPolicy' })
export const FailureDomain = z.enum(['sled']).meta({ id: 'FailureDomain' })

const rule = { policy: AffinityPolicy, failureDomain: FailureDomain }
/** How many instances are in it: so that a list of groups needs one request. */
const memberCount = z.int()
const group = { ...identity, projectId: Uuid, ...rule, memberCount }
const groupCreate = { ...identityCreate, ...rule }
const member = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('instance'),
    value: z.object({ id: Uuid, name: Name, runState: InstanceState }),
  }),
])

/** Members shall run on the same sled. */
export const AffinityGroup = z.object(group).meta({ id: 'AffinityGroup' })
/** Members shall run on different sleds. */
export const AntiAffinityGroup = z.object(group).meta({ id: 'AntiAffinityGroup' })
const AffinityGroupCreate = z.object(groupCreate).meta({ id: 'AffinityGroupCreate' })
const AntiAffinityGroupCreate = z.object(groupCreate).meta({ id: 'AntiAffinityGroupCreate' })
const AffinityGroupUpdate = z.object(identityUpdate).meta({ id: 'AffinityGroupUpdate' })
const AntiAffinityGroupUpdate = z.object(identityUpdate).meta({ id: 'AntiAffinityGroupUpdate' })
export const AffinityGroupMember = member.meta({ id: 'AffinityGroupMember' })
export const AntiAffinityGroupMember = member.meta({ id: 'AntiAffinityGroupMember' })

const affinityPage = pageOf(AffinityGroup).meta({ id: 'AffinityGroupResultsPage' })
const antiAffinityPage = pageOf(AntiAffinityGroup).meta({ id: 'AntiAffinityGroupResultsPage' })
const listQuery = { project: NameOrId, ...paginated(NameOrIdSortMode) }
const childQuery = { ...inProject, ...paginated(NameOrIdSortMode) }

export const affinity = family('affinity', {
  antiAffinityGroupList: get('/v1/anti-affinity-groups', {
    summary: 'List anti-affinity groups',
    query: listQuery,
    response: antiAffinityPage,
  }),
  antiAffinityGroupCreate: post('/v1/anti-affinity-groups', {
    summary: 'Create anti-affinity group',
    query: { project: NameOrId },
    body: AntiAffinityGroupCreate,
    response: AntiAffinityGroup,
  }),
  antiAffinityGroupView: get('/v1/anti-affinity-groups/{antiAffinityGroup}', {
    summary: 'Fetch anti-affinity group',
    query: inProject,
    response: AntiAffinityGroup,
  }),
  antiAffinityGroupUpdate: put('/v1/anti-affinity-groups/{antiAffinityGroup}', {
    summary: 'Update anti-affinity group',
    query: inProject,
    body: AntiAffinityGroupUpdate,
    response: AntiAffinityGroup,
  }),
  antiAffinityGroupDelete: del('/v1/anti-affinity-groups/{antiAffinityGroup}', {
    summary: 'Delete anti-affinity group',
    query: inProject,
  }),
  antiAffinityGroupMemberList: get('/v1/anti-affinity-groups/{antiAffinityGroup}/members', {
    summary: 'List members of an anti-affinity group',
    query: childQuery,
    response: pageOf(AntiAffinityGroupMember).meta({ id: 'AntiAffinityGroupMemberResultsPage' }),
  }),
  antiAffinityGroupMemberInstanceView: get(
    '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
    {
      summary: 'Fetch member of an anti-affinity group',
      query: inProject,
      response: AntiAffinityGroupMember,
    },
  ),
  antiAffinityGroupMemberInstanceAdd: post(
    '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
    { summary: 'Add instance to anti-affinity group', query: inProject, response: AntiAffinityGroupMember },
  ),
  antiAffinityGroupMemberInstanceDelete: del(
    '/v1/anti-affinity-groups/{antiAffinityGroup}/members/instance/{instance}',
    { summary: 'Remove instance from anti-affinity group', query: inProject },
  ),
  affinityGroupList: get('/v1/affinity-groups', {
    summary: 'List affinity groups',
    query: listQuery,
    response: affinityPage,
  }),
  affinityGroupCreate: post('/v1/affinity-groups', {
    summary: 'Create affinity group',
    query: { project: NameOrId },
    body: AffinityGroupCreate,
    response: AffinityGroup,
  }),
  affinityGroupView: get('/v1/affinity-groups/{affinityGroup}', {
    summary: 'Fetch affinity group',
    query: inProject,
    response: AffinityGroup,
  }),
  affinityGroupUpdate: put('/v1/affinity-groups/{affinityGroup}', {
    summary: 'Update affinity group',
    query: inProject,
    body: AffinityGroupUpdate,
    response: AffinityGroup,
  }),
  affinityGroupDelete: del('/v1/affinity-groups/{affinityGroup}', {
    summary: 'Delete affinity group',
    query: inProject,
  }),
  affinityGroupMemberList: get('/v1/affinity-groups/{affinityGroup}/members', {
    summary: 'List members of an affinity group',
    query: childQuery,
    response: pageOf(AffinityGroupMember).meta({ id: 'AffinityGroupMemberResultsPage' }),
  }),
  affinityGroupMemberInstanceView: get('/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', {
    summary: 'Fetch member of an affinity group',
    query: inProject,
    response: AffinityGroupMember,
  }),
  affinityGroupMemberInstanceAdd: post('/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', {
    summary: 'Add instance to affinity group',
    query: inProject,
    response: AffinityGroupMember,
  }),
  affinityGroupMemberInstanceDelete: del('/v1/affinity-groups/{affinityGroup}/members/instance/{instance}', {
    summary: 'Remove instance from affinity group',
    query: inProject,
  }),
  instanceAntiAffinityGroupList: get('/v1/instances/{instance}/anti-affinity-groups', {
    summary: 'List anti-affinity groups of an instance',
    query: childQuery,
    response: antiAffinityPage,
  }),
  instanceAffinityGroupList: get('/v1/instances/{instance}/affinity-groups', {
    summary: 'List affinity groups of an instance',
    query: childQuery,
    response: affinityPage,
  }),
})
