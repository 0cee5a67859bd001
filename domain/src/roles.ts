/** Strongest first. */
export const fleetRoles = ['admin', 'collaborator', 'viewer'] as const
/** Strongest first; projects have the same roles. A limited collaborator can do everything but networking. */
export const siloRoles = ['admin', 'collaborator', 'limited_collaborator', 'viewer'] as const
export const projectRoles = siloRoles
export type FleetRole = (typeof fleetRoles)[number]
export type SiloRole = (typeof siloRoles)[number]
export type ProjectRole = SiloRole

/** Returns the strongest of several roles, or null for none. */
export function strongest<Role extends string>(
  order: readonly Role[],
  roles: readonly string[],
): Role | null {
  return order.find((role) => roles.includes(role)) ?? null
}

/** The effective roles of a user: their own, those of their groups, and those that follow from other roles. */
export type RoleGrants = {
  fleet: FleetRole | null
  silo: SiloRole | null
  projects: ReadonlyMap<string, ProjectRole>
}

export type Assignment = { level: 'fleet' | 'silo' | 'project'; resourceId: string; role: string }

/** Returns the fleet role that a silo role grants. A stronger role includes the mappings of the weaker ones. */
export const fleetRoleFrom = (
  role: SiloRole,
  mappedFleetRoles: Readonly<Record<string, readonly string[]>>,
): FleetRole | null =>
  strongest(
    fleetRoles,
    siloRoles.slice(siloRoles.indexOf(role)).flatMap((held) => mappedFleetRoles[held] ?? []),
  )

/** Whether one fleet role (or none) includes all permissions of another. */
export const fleetRoleIncludes = (held: FleetRole | null, other: FleetRole | null): boolean =>
  other === null || atLeast(fleetRoles, held, other)

/** Returns the silo roles that grant a fleet role: those mapped to it, and the stronger ones. */
export function rolesMappedTo(
  fleetRole: FleetRole,
  mappedFleetRoles: Readonly<Record<string, readonly string[]>>,
): SiloRole[] {
  const weakest = siloRoles.findLastIndex((role) => mappedFleetRoles[role]?.includes(fleetRole))
  return siloRoles.slice(0, weakest + 1)
}

/**
 * Combines the role assignments of a user and their groups.
 * @param siloId the user's own silo; roles on other silos don't count.
 * @param mappedFleetRoles the silo's map from its roles to fleet roles.
 */
export function grantsOf(
  assignments: readonly Assignment[],
  siloId: string,
  mappedFleetRoles: Readonly<Record<string, readonly string[]>>,
): RoleGrants {
  const of = (level: Assignment['level']) => assignments.filter((assignment) => assignment.level === level)
  const silo = strongest(
    siloRoles,
    of('silo')
      .filter((assignment) => assignment.resourceId === siloId)
      .map((assignment) => assignment.role),
  )
  const mapped = silo && fleetRoleFrom(silo, mappedFleetRoles)
  const fleet = strongest(fleetRoles, [
    ...of('fleet').map((assignment) => assignment.role),
    ...(mapped ? [mapped] : []),
  ])
  const projects = new Map<string, ProjectRole>()
  for (const { resourceId, role } of of('project')) {
    const before = projects.get(resourceId)
    const both = strongest(projectRoles, before ? [before, role] : [role])
    if (both) projects.set(resourceId, both)
  }
  return { fleet, silo, projects }
}

/** Returns the project role that a silo role implies. */
export function inheritedProjectRole(silo: SiloRole | null): ProjectRole | null {
  return silo === 'collaborator' ? 'admin' : silo
}

/**
 * Returns the effective role of a user in a project of their silo: the stronger of the assigned and the inherited one.
 */
export function projectRoleOf(grants: RoleGrants, projectId: string): ProjectRole | null {
  const roles = [grants.projects.get(projectId), inheritedProjectRole(grants.silo)].filter(
    (role) => role != null,
  )
  return strongest(projectRoles, roles)
}

/**
 * Permissions that a role can grant on a resource. `modify` includes deleting it and replacing its policy. On a
 * project, `modify_contents` includes creating, changing and deleting everything in it except its networks, which need
 * `modify_network`.
 */
export type Permission = 'read' | 'list_contents' | 'modify_contents' | 'modify' | 'modify_network'
/**
 * Identities are users and groups. `modify_identities` also covers certificates, identity providers and auth settings.
 */
export type SiloPermission =
  | Permission
  | 'create_project'
  | 'modify_images'
  | 'read_identities'
  | 'modify_identities'
/** `modify_silos` covers creating, changing and deleting any silo. */
export type FleetPermission = Permission | 'modify_silos'
/** Permissions of all levels. A level never grants a permission that it doesn't have. */
export type AnyPermission = SiloPermission | FleetPermission

const atLeast = <Role extends string>(
  order: readonly Role[],
  held: Role | null,
  needed: Role | null,
): boolean => held !== null && needed !== null && order.indexOf(held) <= order.indexOf(needed)

const PROJECT: Partial<Record<AnyPermission, ProjectRole>> & Record<Permission, ProjectRole> = {
  read: 'viewer',
  list_contents: 'viewer',
  modify_contents: 'limited_collaborator',
  modify_images: 'limited_collaborator',
  modify_network: 'collaborator',
  modify: 'admin',
}

/** Whether a user has a permission on a project of their silo, or on the resources in it. */
export function projectMay(grants: RoleGrants, projectId: string, permission: AnyPermission): boolean {
  const needed = PROJECT[permission] ?? null
  const assigned = grants.projects.get(projectId) ?? null
  return (
    atLeast(projectRoles, assigned, needed) ||
    atLeast(projectRoles, inheritedProjectRole(grants.silo), needed)
  )
}

/** Display names of the roles of a project or a silo. */
const ROLE_NAMES: Record<ProjectRole, string> = {
  viewer: 'viewer',
  limited_collaborator: 'limited collaborator',
  collaborator: 'collaborator',
  admin: 'admin',
}

/**
 * Returns why a user lacks a permission in a project, as a sentence for them, or null.
 * @param role the user's strongest role, including the inherited one; null for none.
 */
export function projectRefusal(role: ProjectRole | null, permission: AnyPermission): string | null {
  const needed = PROJECT[permission] ?? null
  if (atLeast(projectRoles, role, needed)) return null
  if (needed === null) return 'This cannot be done in a project'
  const yours = role ? `yours is ${ROLE_NAMES[role]}` : 'you have none'
  return `You need the role ${ROLE_NAMES[needed]} in this project; ${yours}`
}

/** Permissions of every user on their own silo, whatever their roles. */
const GRANTED_TO_ALL: readonly AnyPermission[] = ['read', 'read_identities']

/** Roles that grant the other permissions on a user's own silo. */
const SILO: Partial<Record<AnyPermission, SiloRole>> = {
  list_contents: 'viewer',
  modify_images: 'limited_collaborator',
  modify_contents: 'collaborator',
  create_project: 'collaborator',
  modify_network: 'admin',
  modify: 'admin',
  modify_identities: 'admin',
}

/** Returns why a user lacks a permission in their silo, as a sentence for them, or null. */
export function siloRefusal(role: SiloRole | null, permission: AnyPermission): string | null {
  const needed = SILO[permission] ?? null
  if (GRANTED_TO_ALL.includes(permission) || atLeast(siloRoles, role, needed)) return null
  if (needed === null) return 'This cannot be done in a silo'
  const yours = role ? `yours is ${ROLE_NAMES[role]}` : 'you have none'
  return `You need the role ${ROLE_NAMES[needed]} in this silo; ${yours}`
}

/** Permissions of a fleet role on every silo: on the silo itself, never on the resources in it. */
const SILO_FROM_FLEET: Partial<Record<AnyPermission, FleetRole>> = {
  read: 'viewer',
  modify: 'collaborator',
  read_identities: 'admin',
  modify_identities: 'admin',
}

/** Whether a user has a permission on a silo. Every user can read their own silo; its contents need a role. */
export function siloMay(
  grants: RoleGrants,
  permission: AnyPermission,
  { ownSilo }: { ownSilo: boolean },
): boolean {
  if (atLeast(fleetRoles, grants.fleet, SILO_FROM_FLEET[permission] ?? null)) return true
  if (!ownSilo) return false
  return GRANTED_TO_ALL.includes(permission) || atLeast(siloRoles, grants.silo, SILO[permission] ?? null)
}

const FLEET: Partial<Record<AnyPermission, FleetRole>> & Record<FleetPermission, FleetRole> = {
  read: 'viewer',
  list_contents: 'viewer',
  modify_contents: 'collaborator',
  modify_silos: 'collaborator',
  modify_network: 'admin',
  modify: 'admin',
}

/** Whether a user has a permission on the fleet: its policy, hardware and pools. Its contents are the silos. */
export const fleetMay = (grants: RoleGrants, permission: AnyPermission): boolean =>
  atLeast(fleetRoles, grants.fleet, FLEET[permission] ?? null)
