import { AFFINITY_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { choice, taggedSources } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import type { AffinityGroupRow } from '../database/schema.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView, inside } from '../kit/resources/resource.ts'
import { project } from './project.ts'

const view = (row: AffinityGroupRow) => ({
  ...identityView(row),
  projectId: row.project_id,
  policy: row.policy,
  failureDomain: row.failure_domain,
})

const filter = listFilter(AFFINITY_FIELDS, { ...taggedSources, policy: choice('policy') })

type Name = 'affinity-group' | 'anti-affinity-group'

/**
 * Declares a kind of affinity group, with the rule for joining it. The type uses the tables of one kind; the other
 * kind's tables have the same columns, and only placement treats them differently.
 */
const groupKind = <Its extends Name>(
  name: Its,
  table: 'anti_affinity_group',
  selector: string,
  joining: 'join_affinity_group' | 'join_anti_affinity_group',
) => ({
  ...kind({ kind: name, table, selector, filter, parent: inside(project, 'project_id'), view }),
  joining,
})

export type GroupKind = ReturnType<typeof groupKind<Name>>

/** Its members run on different sleds. */
export const antiAffinityGroup = groupKind(
  'anti-affinity-group',
  'anti_affinity_group',
  'antiAffinityGroup',
  'join_anti_affinity_group',
)

/** Its members run on the same sled. */
export const affinityGroup = groupKind(
  'affinity-group',
  'affinity_group' as 'anti_affinity_group',
  'affinityGroup',
  'join_affinity_group',
)

/** Returns the table with the members of a kind of group. */
export const membersOf = (kind: GroupKind) => `${kind.table}_member` as const
