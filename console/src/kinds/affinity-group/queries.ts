import { ignorable } from '@granary/contract/call.ts'
import {
  affinityGroupList,
  affinityGroupView,
  antiAffinityGroupList,
  antiAffinityGroupView,
} from '@granary/contract/generated/client.ts'
import { allQuery, namedQuery } from '../../api/queries.ts'

export type KindName = 'anti-affinity' | 'affinity'

const apart = {
  view: (project: string, name: string) =>
    namedQuery(antiAffinityGroupView, { path: { antiAffinityGroup: name }, query: { project } }, (id) => ({
      path: { antiAffinityGroup: id },
    })),
  /** All groups of a project that match some terms. */
  all: (project: string, terms?: string) =>
    allQuery(antiAffinityGroupList, { query: { project, filter: ignorable(terms) } }),
}

const together: typeof apart = {
  view: (project, name) =>
    namedQuery(affinityGroupView, { path: { affinityGroup: name }, query: { project } }, (id) => ({
      path: { affinityGroup: id },
    })),
  all: (project, terms) => allQuery(affinityGroupList, { query: { project, filter: ignorable(terms) } }),
}

/** The reads of both kinds of group. Loaders use them, so every page loads this file. */
export const GROUP_QUERIES: Record<KindName, typeof apart> = { 'anti-affinity': apart, affinity: together }
