import { storedJson } from '../kit/base/stored-json.ts'
import { grantsOf } from '@granary/domain/roles.ts'
import { sql } from 'kysely'
import { rolesHeldBy } from '../kinds/held-roles.ts'
import type { Reader } from '../kit/context/reader.ts'
import type { Actor } from '../kit/base/actor.ts'

/**
 * Reads everything that decides what a user may do. What this reads must count as a change of access: see migration 17
 * and `noteAccessChange`.
 * @returns null for a user who does not exist or is inactive.
 */
export async function loadActor(
  db: Reader,
  userId: string,
  sessionId: string | null,
  token: Actor['token'] = null,
): Promise<Actor | null> {
  const user = await db
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .select([
      'silo_user.display_name',
      'silo_user.silo_id',
      'silo.name as silo_name',
      'silo.mapped_fleet_roles',
    ])
    .where('silo_user.id', '=', userId)
    .where('silo_user.active', '=', 1)
    .executeTakeFirst()
  if (!user) return null
  const needsSecondFactor = await lacksRequiredFactor(db, userId)
  const groupIds = await groupIdsOf(db, userId)
  const assignments = await rolesHeldBy(db, userId).execute()
  return {
    kind: 'user',
    userId,
    displayName: user.display_name,
    siloId: user.silo_id,
    siloName: user.silo_name,
    groupIds,
    grants: grantsOf(
      assignments.map((row) => ({ level: row.resource_kind, resourceId: row.resource_id, role: row.role })),
      user.silo_id,
      storedJson<Record<string, string[]>>(user.mapped_fleet_roles),
    ),
    sessionId,
    token,
    needsSecondFactor,
  }
}

/**
 * Returns the groups of a user, from one row: users may be in 10,000 groups since before there was a limit, and each change of access
 * reads them again.
 */
async function groupIdsOf(db: Reader, userId: string): Promise<string[]> {
  const row = await db
    .selectFrom('silo_group_member')
    .select(sql<string | null>`string_agg(group_id, ' ')`.as('ids'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.ids ? row.ids.split(' ') : []
}

/** Whether a user signs in with a password, in a silo that requires a second factor, and has none. */
async function lacksRequiredFactor(db: Reader, userId: string): Promise<boolean> {
  const lacking = await db
    .selectFrom('silo_user')
    .innerJoin('silo', 'silo.id', 'silo_user.silo_id')
    .innerJoin('silo_auth_settings', 'silo_auth_settings.silo_id', 'silo.id')
    .leftJoin('second_factor', 'second_factor.user_id', 'silo_user.id')
    .select('silo_user.id')
    .where('silo_user.id', '=', userId)
    .where('silo.identity_mode', '=', 'local_only')
    .where('silo_auth_settings.second_factor_required', '=', 1)
    .where('second_factor.time_confirmed', 'is', null)
    .executeTakeFirst()
  return lacking !== undefined
}
