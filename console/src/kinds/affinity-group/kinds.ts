import type { CallOutput } from '@granary/contract/call.ts'
import {
  affinityGroupCreate,
  affinityGroupDelete,
  affinityGroupList,
  affinityGroupMemberInstanceAdd,
  affinityGroupMemberInstanceDelete,
  affinityGroupMemberList,
  affinityGroupUpdate,
  affinityGroupView,
  antiAffinityGroupCreate,
  antiAffinityGroupDelete,
  antiAffinityGroupList,
  antiAffinityGroupMemberInstanceAdd,
  antiAffinityGroupMemberInstanceDelete,
  antiAffinityGroupMemberList,
  antiAffinityGroupUpdate,
  antiAffinityGroupView,
  instanceAffinityGroupList,
  instanceAntiAffinityGroupList,
} from '@granary/contract/generated/client.ts'
import type { QueryClient } from '@tanstack/react-query'
import { ALL, allQuery, apiQuery, namedQuery } from '../../api/queries.ts'
import { pathTo } from '../../app/paths.ts'
import { operate } from '../../api/operate.ts'

export type Group = CallOutput<'antiAffinityGroupView'>
export type KindName = 'anti-affinity' | 'affinity'
type Identity = { name: string; description: string }
type Body = Identity & { policy: Group['policy']; failureDomain: Group['failureDomain'] }

/** What the two kinds of group do in different ways: the calls are alike, and the names in their paths are not. */
const apart = {
  name: 'anti-affinity' as KindName,
  /** In the middle of a sentence, and at its beginning. */
  noun: 'anti-affinity group',
  title: 'Anti-affinity group',
  /** What the members are to each other. */
  members: 'Instances that are kept on different sleds',
  afterDelete: 'Its members stay, and may run on the same sled from their next start on.',
  href: (project: string, name: string): string =>
    pathTo('/projects/$project/affinity/$antiAffinityGroup', { project, antiAffinityGroup: name }),
  /** The name of it in the path of its page. */
  param: 'antiAffinityGroup',
  view: (project: string, name: string) =>
    namedQuery(antiAffinityGroupView, { path: { antiAffinityGroup: name }, query: { project } }, (id) => ({
      path: { antiAffinityGroup: id },
    })),
  all: (project: string) => allQuery(antiAffinityGroupList, { query: { project } }),
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
  members: 'Instances that are kept together on one sled',
  afterDelete: 'Its members stay, and may run on different sleds from their next start on.',
  // Beside the address of the other kind, whose groups can have any name.
  href: (project, name): string =>
    pathTo('/projects/$project/affinity-groups/$affinityGroup', { project, affinityGroup: name }),
  param: 'affinityGroup',
  view: (project, name) =>
    namedQuery(affinityGroupView, { path: { affinityGroup: name }, query: { project } }, (id) => ({
      path: { affinityGroup: id },
    })),
  all: (project) => allQuery(affinityGroupList, { query: { project } }),
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

/** Both kinds of group: those whose members keep apart, and those whose members keep together. */
export const KINDS: Record<KindName, GroupKind> = { 'anti-affinity': apart, affinity: together }
