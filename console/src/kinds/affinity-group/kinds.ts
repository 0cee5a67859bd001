import type { CallInput, CallOutput } from '@granary/contract/call.ts'
import {
  affinityGroupCreate,
  affinityGroupDelete,
  affinityGroupMemberInstanceAdd,
  affinityGroupMemberInstanceDelete,
  affinityGroupMemberList,
  affinityGroupUpdate,
  antiAffinityGroupCreate,
  antiAffinityGroupDelete,
  antiAffinityGroupMemberInstanceAdd,
  antiAffinityGroupMemberInstanceDelete,
  antiAffinityGroupMemberList,
  antiAffinityGroupUpdate,
  instanceAffinityGroupList,
  instanceAntiAffinityGroupList,
} from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ALL, apiQuery } from '../../api/queries.ts'
import { pathTo } from '../../app/paths.ts'
import { operate } from '../../api/operate.ts'
import { GROUP_QUERIES, type KindName } from './queries.ts'

export type Group = CallOutput<'antiAffinityGroupView'>
export type { KindName }
type Identity = { name: string; description: string }
type Body = CallInput<'affinityGroupCreate'>['body']

/** Describes a kind of group. The two APIs are alike, but their paths differ. */
const apart = {
  name: 'anti-affinity' as KindName,
  /** Name in the middle of a sentence, and at its beginning. */
  noun: 'anti-affinity group',
  title: 'Anti-affinity group',
  /** How the members are placed. */
  members: 'Instances that run on different sleds',
  afterDelete: 'Its members keep running. From their next start on, they may share a sled.',
  href: (project: string, name: string): string =>
    pathTo('/projects/$project/affinity/$antiAffinityGroup', { project, antiAffinityGroup: name }),
  /** Its name in the path of its page. */
  param: 'antiAffinityGroup',
  ...GROUP_QUERIES['anti-affinity'],
  membersOf: (id: string) =>
    apiQuery(antiAffinityGroupMemberList, { path: { antiAffinityGroup: id }, query: { limit: ALL } }),
  ofInstance: (id: string) =>
    apiQuery(instanceAntiAffinityGroupList, { path: { instance: id }, query: { limit: ALL } }),
  create: (client: QueryClient, project: string, body: Body) =>
    operate(client, antiAffinityGroupCreate, { query: { project }, body }),
  update: (client: QueryClient, id: string, body: Identity) =>
    operate(client, antiAffinityGroupUpdate, { path: { antiAffinityGroup: id }, body }),
  remove: (client: QueryClient, id: string) =>
    operate(client, antiAffinityGroupDelete, { path: { antiAffinityGroup: id } }, { waits: true }),
  addMember: (client: QueryClient, id: string, instance: string) =>
    operate(
      client,
      antiAffinityGroupMemberInstanceAdd,
      { path: { antiAffinityGroup: id, instance } },
      { waits: true },
    ),
  removeMember: (client: QueryClient, id: string, instance: string) =>
    operate(
      client,
      antiAffinityGroupMemberInstanceDelete,
      { path: { antiAffinityGroup: id, instance } },
      { waits: true },
    ),
}
export type GroupKind = typeof apart

const together: GroupKind = {
  name: 'affinity',
  noun: 'affinity group',
  title: 'Affinity group',
  members: 'Instances that run on the same sled',
  afterDelete: 'Its members keep running. From their next start on, they may run on different sleds.',
  // A path of its own, because groups of the other kind can have any name.
  href: (project, name): string =>
    pathTo('/projects/$project/affinity-groups/$affinityGroup', { project, affinityGroup: name }),
  param: 'affinityGroup',
  ...GROUP_QUERIES.affinity,
  membersOf: (id) =>
    apiQuery(affinityGroupMemberList, { path: { affinityGroup: id }, query: { limit: ALL } }),
  ofInstance: (id) => apiQuery(instanceAffinityGroupList, { path: { instance: id }, query: { limit: ALL } }),
  create: (client, project, body) => operate(client, affinityGroupCreate, { query: { project }, body }),
  update: (client, id, body) => operate(client, affinityGroupUpdate, { path: { affinityGroup: id }, body }),
  remove: (client, id) =>
    operate(client, affinityGroupDelete, { path: { affinityGroup: id } }, { waits: true }),
  addMember: (client, id, instance) =>
    operate(
      client,
      affinityGroupMemberInstanceAdd,
      { path: { affinityGroup: id, instance } },
      { waits: true },
    ),
  removeMember: (client, id, instance) =>
    operate(
      client,
      affinityGroupMemberInstanceDelete,
      { path: { affinityGroup: id, instance } },
      { waits: true },
    ),
}

/** Both kinds of group. */
export const KINDS: Record<KindName, GroupKind> = { 'anti-affinity': apart, affinity: together }
