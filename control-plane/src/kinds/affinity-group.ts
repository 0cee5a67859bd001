import type { AffinityGroupRow } from '../database/schema.ts'
import { identityView, inside, resource } from '../kit/resource.ts'
import { project } from './project.ts'

const view = (row: AffinityGroupRow) => ({
  ...identityView(row),
  projectId: row.project_id,
  policy: row.policy,
  failureDomain: row.failure_domain,
})

/** Members shall run on different sleds. */
const apart = resource({
  kind: 'anti-affinity-group',
  table: 'anti_affinity_group',
  selector: 'antiAffinityGroup',
  parent: inside(project, 'project_id'),
  view,
})

/**
 * A kind of group, with the rule for joining it. The type says the tables of one kind; those of the other have the same
 * columns, and only what placement makes of them is different.
 */
export type GroupKind = typeof apart & { joining: 'join_affinity_group' | 'join_anti_affinity_group' }

export const antiAffinityGroup: GroupKind = { ...apart, joining: 'join_anti_affinity_group' }

/** Members shall run on the same sled. */
export const affinityGroup: GroupKind = {
  ...apart,
  kind: 'affinity-group',
  table: 'affinity_group' as typeof apart.table,
  selector: 'affinityGroup',
  joining: 'join_affinity_group',
}

/** The table of the members of a kind of group. */
export const membersOf = (kind: GroupKind) => `${kind.table}_member` as const
