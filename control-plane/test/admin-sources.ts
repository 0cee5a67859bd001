import { siloRoles, type SiloRole } from '@granary/domain/roles.ts'
import type { World } from './world.ts'

/** Reads the tables that make users admins. */
export async function everybody({ services: { db } }: World) {
  const [silos, users, members, groups, assignments, providers] = await Promise.all([
    db.selectFrom('silo').selectAll().execute(),
    db.selectFrom('silo_user').selectAll().execute(),
    db.selectFrom('silo_group_member').selectAll().execute(),
    db.selectFrom('silo_group').selectAll().execute(),
    db.selectFrom('role_assignment').selectAll().execute(),
    db.selectFrom('saml_provider').selectAll().execute(),
  ])
  return { silos, users, members, groups, assignments, providers }
}
export type Everybody = Awaited<ReturnType<typeof everybody>>

/**
 * Returns the scopes that have an admin: `fleet`, and silos by name. Implements the rules user by user, independently
 * of the control plane's queries.
 */
export function withAdmin({ silos, users, members, groups, assignments, providers }: Everybody): Set<string> {
  const found = new Set<string>()
  const rolesOn = (resource: string, identities: string[]) =>
    assignments
      .filter((row) => row.resource_id === resource && identities.includes(row.identity_id))
      .map((row) => row.role)
  for (const silo of silos) {
    const federated = silo.identity_mode !== 'local_only'
    const hasProvider = providers.some((provider) => provider.silo_id === silo.id && provider.enabled === 1)
    const mapped = JSON.parse(silo.mapped_fleet_roles) as Partial<Record<SiloRole, string[]>>
    for (const user of users.filter((one) => one.silo_id === silo.id && one.active === 1)) {
      if (!federated && user.password_hash === null) continue
      const groupIds = members.filter((row) => row.user_id === user.id).map((row) => row.group_id)
      const inSilo = rolesOn(silo.id, [user.id, ...groupIds])
      if (inSilo.includes('admin')) found.add(silo.name)
      const strongest = siloRoles.findIndex((role) => inSilo.includes(role))
      const byMapping =
        strongest >= 0 && siloRoles.slice(strongest).some((role) => mapped[role]?.includes('admin'))
      const inFleet = rolesOn('fleet', [user.id, ...groupIds]).includes('admin')
      if ((byMapping || inFleet) && (!federated || hasProvider)) found.add('fleet')
    }
    if (!federated) continue
    for (const group of groups.filter((one) => one.silo_id === silo.id))
      if (rolesOn(silo.id, [group.id]).includes('admin')) found.add(silo.name)
  }
  return found
}
