import { storedJson } from '../kit/base/stored-json.ts'
import { accessRows, type LevelPolicy } from '@granary/domain/access.ts'
import { type FleetRole, fleetRoles, type SiloRole, siloRoles } from '@granary/domain/roles.ts'
import { mayRead } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'

type Principal = { id: string; display_name: string; silo_id: string; silo_name: string }

/**
 * Returns the users and groups with a role from one of these policies, the source of each role, and names. Those of a
 * silo whose users the caller may not see have an id only.
 */
export async function accessAt(context: Context, policies: readonly LevelPolicy[]) {
  const ids = (type: string) =>
    policies
      .flatMap(({ assignments }) => assignments)
      .filter(({ identityType }) => identityType === type)
      .map(({ identityId }) => identityId)
  const users = await principals(context, 'silo_user', ids('silo_user'))
  const groups = await principals(context, 'silo_group', ids('silo_group'))
  const known = new Map([...users, ...groups])
  const counts = await memberCounts(context, [...groups.keys()])
  const memberships = await membershipsOf(context, [...groups.keys()], [...users.keys()])
  const identities = [...known.values()].map(({ id, display_name }) => ({
    id,
    displayName: display_name,
    identityType: groups.has(id) ? ('silo_group' as const) : ('silo_user' as const),
  }))
  return accessRows(policies, identities, memberships).map(({ id, identityType, grants }) => {
    const row = known.get(id)
    return {
      id,
      identityType,
      displayName: row?.display_name ?? null,
      siloId: row?.silo_id ?? null,
      siloName: row?.silo_name ?? null,
      memberCount: row && identityType === 'silo_group' ? (counts.get(id) ?? 0) : null,
      grants: grants.map(({ level, roleName, groupId }) => ({
        level,
        roleName: roleName as SiloRole,
        groupId,
        groupName: groupId && (known.get(groupId)?.display_name ?? null),
      })),
    }
  })
}

/** Returns the roles of silos that are mapped to roles of the fleet, silos by name, the strongest role first. */
export async function roleMappings({ db }: Context) {
  const silos = await db
    .selectFrom('silo')
    .select(['id', 'name', 'mapped_fleet_roles'])
    .where('mapped_fleet_roles', '!=', '{}')
    .orderBy('name')
    .execute()
  return silos.flatMap(({ id, name, mapped_fleet_roles }) => {
    const mapped = storedJson<Partial<Record<SiloRole, FleetRole[]>>>(mapped_fleet_roles)
    return siloRoles.flatMap((siloRole) =>
      fleetRoles
        .filter((fleetRole) => mapped[siloRole]?.includes(fleetRole))
        .map((fleetRole) => ({ siloId: id, siloName: name, siloRole, fleetRole })),
    )
  })
}

/** Returns users or groups by id: those that exist and that the caller may see. */
async function principals(
  context: Context,
  table: 'silo_user' | 'silo_group',
  ids: string[],
): Promise<Map<string, Principal>> {
  if (ids.length === 0) return new Map()
  const rows = await context.db
    .selectFrom(table)
    .innerJoin('silo', 'silo.id', `${table}.silo_id`)
    .select([`${table}.id`, `${table}.display_name`, `${table}.silo_id`, 'silo.name as silo_name'])
    .where(`${table}.id`, 'in', ids)
    .execute()
  const kind = table.replace('_', '-')
  const visible = rows.filter((row) => mayRead(context, { siloId: row.silo_id, projectId: null }, kind))
  return new Map(visible.map((row) => [row.id, row]))
}

async function memberCounts({ db }: Context, groupIds: string[]): Promise<Map<string, number>> {
  if (groupIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('silo_group_member')
    .select(['group_id', (count) => count.fn.countAll().as('count')])
    .where('group_id', 'in', groupIds)
    .groupBy('group_id')
    .execute()
  return new Map(rows.map(({ group_id, count }) => [group_id, Number(count)]))
}

async function membershipsOf({ db }: Context, groupIds: string[], userIds: string[]) {
  if (groupIds.length === 0 || userIds.length === 0) return []
  const rows = await db
    .selectFrom('silo_group_member')
    .selectAll()
    .where('group_id', 'in', groupIds)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map(({ group_id, user_id }) => ({ groupId: group_id, userId: user_id }))
}
