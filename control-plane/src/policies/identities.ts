import type { RoleAssignment } from '@granary/domain/policies.ts'
import type { Context } from '../kit/context.ts'
import { invalidValue } from '../kit/errors.ts'

type Assignments = readonly RoleAssignment<string>[]

const WORD = { silo_user: 'user', silo_group: 'group' } as const

/**
 * Refuses assignments to whom there is not: another silo's people look the same as nobody. A row that the policy has
 * already may stay though its user or group was deleted since; it gives nobody anything.
 * @param siloId whose users and groups may be named; null for those of every silo.
 * @throws ApiError 400 InvalidValue that names the first such row.
 */
export async function checkIdentities(
  context: Context,
  siloId: string | null,
  wanted: Assignments,
  before: Assignments,
): Promise<void> {
  const known = new Set([
    ...(await existing(context, siloId, 'silo_user', wanted)),
    ...(await existing(context, siloId, 'silo_group', wanted)),
  ])
  const had = new Set(before.map(keyOf))
  for (const [index, row] of wanted.entries()) {
    const { identityId, identityType } = row
    if (known.has(`${identityType} ${identityId}`) || had.has(keyOf(row))) continue
    throw invalidValue(
      `role_assignments[${index}].identity_id`,
      `there is no ${WORD[identityType]} with id "${identityId}"${siloId ? ' in the silo' : ''}`,
    )
  }
}

const keyOf = ({ identityId, identityType, roleName }: RoleAssignment<string>): string =>
  `${identityType} ${identityId} ${roleName}`

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
