import { addedAssignments, type RoleAssignment } from '@granary/domain/policies.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidValue } from '../kit/base/errors.ts'

type Assignments = readonly RoleAssignment<string>[]

const NAMES = { silo_user: 'user', silo_group: 'group' } as const

/**
 * Refuses assignments to unknown users and groups; those of another silo look unknown. An existing row may stay after
 * its user or group was deleted, because it grants nothing.
 * @param siloId whose users and groups are allowed; null for those of every silo.
 * @throws ApiError 400 InvalidValue that names the first such row.
 */
export async function checkIdentities(
  context: Context,
  siloId: string | null,
  wanted: Assignments,
  before: Assignments,
): Promise<void> {
  const added = addedAssignments(before, wanted)
  const known = new Set([
    ...(await existing(context, siloId, 'silo_user', added)),
    ...(await existing(context, siloId, 'silo_group', added)),
  ])
  const unknown = added.find((row) => !known.has(`${row.identityType} ${row.identityId}`))
  if (unknown)
    throw invalidValue(
      `role_assignments[${wanted.indexOf(unknown)}].identity_id`,
      'not_found',
      `there is no ${NAMES[unknown.identityType]} with id "${unknown.identityId}"${siloId ? ' in the silo' : ''}`,
    )
}

async function existing(
  { db }: Context,
  siloId: string | null,
  type: 'silo_user' | 'silo_group',
  wanted: Assignments,
): Promise<string[]> {
  const ids = wanted.filter((row) => row.identityType === type).map((row) => row.identityId)
  if (ids.length === 0) return []
  let found = db.selectFrom(type).select('id').where('id', 'in', ids)
  if (siloId) found = found.where('silo_id', '=', siloId)
  return (await found.execute()).map(({ id }) => `${type} ${id}`)
}
