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
  all: (project: string) => allQuery(antiAffinityGroupList, { query: { project } }),
}

const together: typeof apart = {
  view: (project, name) =>
    namedQuery(affinityGroupView, { path: { affinityGroup: name }, query: { project } }, (id) => ({
      path: { affinityGroup: id },
    })),
  all: (project) => allQuery(affinityGroupList, { query: { project } }),
}

/** The reads of both kinds of group. Loaders use them, so every page loads this file. */
export const GROUP_QUERIES: Record<KindName, typeof apart> = { 'anti-affinity': apart, affinity: together }
