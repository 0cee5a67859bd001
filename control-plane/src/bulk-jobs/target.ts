import { atField } from '../kit/base/at-field.ts'
import type { BulkOperationName } from '@granary/contract/bulk-jobs.ts'
import { affinityGroup, antiAffinityGroup } from '../kinds/affinity-group.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import { find } from '../kit/resources/lookup.ts'
import { project } from '../kinds/project.ts'

type FindTarget = (context: Context, target: string) => Promise<{ row: { id: string } }>

const TARGETS: Partial<Record<BulkOperationName, FindTarget>> = {
  image_demote: (context, target) => find(context, project, { project: target }, 'modify_contents'),
  affinity_group_member_delete: (context, target) =>
    find(context, affinityGroup, { affinityGroup: target }, 'modify_contents'),
  anti_affinity_group_member_delete: (context, target) =>
    find(context, antiAffinityGroup, { antiAffinityGroup: target }, 'modify_contents'),
}

/**
 * Returns the id of a job's target. Looked up once, so that a wrong target fails at once and a rename changes
 * nothing.
 * @throws ApiError 400 if a required target is missing or an unneeded one is given; 403 and 404 as `find` does.
 */
export async function targetOf(
  context: Context,
  operation: BulkOperationName,
  target: string | undefined,
): Promise<string | null> {
  const findTarget = TARGETS[operation]
  if (!findTarget) {
    if (target !== undefined) throw invalidRequest(`${operation} takes no target`).at('target', 'not_allowed')
    return null
  }
  if (target === undefined) throw invalidRequest(`${operation} needs a target`).at('target', 'required')
  return (await atField('target', () => findTarget(context, target))).row.id
}
