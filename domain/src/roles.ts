/** Strongest first. */
export const fleetRoles = ['admin', 'collaborator', 'viewer'] as const
/** Strongest first; projects have the same. A limited collaborator does everything but networking. */
export const siloRoles = ['admin', 'collaborator', 'limited_collaborator', 'viewer'] as const
export const projectRoles = siloRoles
export type FleetRole = (typeof fleetRoles)[number]
export type SiloRole = (typeof siloRoles)[number]
export type ProjectRole = SiloRole

/** The strongest of several roles, or null when there is none. */
export function strongest<Role extends string>(
  order: readonly Role[],
  roles: readonly string[],
): Role | null {
  return order.find((role) => roles.includes(role)) ?? null
}

/** What somebody may do, all roles together: those of the user and of the groups, and those that follow from others. */
export type RoleGrants = {
  fleet: FleetRole | null
  silo: SiloRole | null
  projects: ReadonlyMap<string, ProjectRole>
}

export type Assignment = { level: 'fleet' | 'silo' | 'project'; resourceId: string; role: string }

/** The role of the fleet that a role of a silo gives there: a stronger role includes what the weaker ones are mapped to. */
export const fleetRoleFrom = (
  role: SiloRole,
  mappedFleetRoles: Readonly<Record<string, readonly string[]>>,
): FleetRole | null =>
  strongest(
    fleetRoles,
    siloRoles.slice(siloRoles.indexOf(role)).flatMap((held) => mappedFleetRoles[held] ?? []),
  )

/** Whether who has one role of the fleet (or none) has whatever another one gives. */
export const fleetRoleIncludes = (held: FleetRole | null, other: FleetRole | null): boolean =>
  other === null || atLeast(fleetRoles, held, other)

/** The roles of a silo that give a role of the fleet: those that are mapped to it, and those that include them. */
export function rolesMappedTo(
  fleetRole: FleetRole,
  mappedFleetRoles: Readonly<Record<string, readonly string[]>>,
): SiloRole[] {
  const weakest = siloRoles.findLastIndex((role) => mappedFleetRoles[role]?.includes(fleetRole))
  return siloRoles.slice(0, weakest + 1)
}

/**
 * Sums up the assignments of a user and of their groups.
 * @param siloId the user's own silo; roles on other silos do not count.
 * @param mappedFleetRoles the silo's map from its own roles to roles of the fleet.
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

/** The role in a project that follows from one in its silo. */
export function inheritedProjectRole(silo: SiloRole | null): ProjectRole | null {
  return silo === 'collaborator' ? 'admin' : silo
}

/** The role that somebody has in a project of their silo, its own and the inherited one together. */
export function projectRoleOf(grants: RoleGrants, projectId: string): ProjectRole | null {
  const roles = [grants.projects.get(projectId), inheritedProjectRole(grants.silo)].filter(
    (role) => role != null,
  )
  return strongest(projectRoles, roles)
}

/**
 * What a role can allow on a resource. `modify` includes deleting it and replacing its policy. `modify_contents` of a
 * project includes creating, changing and deleting everything in it except its networks, which need `modify_network`.
 */
export type Permission = 'read' | 'list_contents' | 'modify_contents' | 'modify' | 'modify_network'
/** Identities are users and groups; `modify_identities` is also certificates, identity providers and auth settings. */
export type SiloPermission =
  | Permission
  | 'create_project'
  | 'modify_images'
  | 'read_identities'
  | 'modify_identities'
/** `modify_silos` is creating silos, and changing and deleting any of them. */
export type FleetPermission = Permission | 'modify_silos'
/** Whatever can be asked of some level; a level that does not know it allows it to nobody. */
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

/** Whether somebody may do this to a project of their silo or to what lies in it. */
export const projectMay = (grants: RoleGrants, projectId: string, permission: AnyPermission): boolean =>
  atLeast(projectRoles, projectRoleOf(grants, projectId), PROJECT[permission] ?? null)

/** How people are told of the roles of a project or a silo. */
const ROLE_NAMES: Record<ProjectRole, string> = {
  viewer: 'viewer',
  limited_collaborator: 'limited collaborator',
  collaborator: 'collaborator',
  admin: 'admin',
}

/**
 * Why whoever has a role in a project may not do this there, in a sentence for them, or null.
 * @param role the strongest one, that of the silo included; null for none.
 */
export function projectRefusal(role: ProjectRole | null, permission: AnyPermission): string | null {
  const needed = PROJECT[permission] ?? null
  if (atLeast(projectRoles, role, needed)) return null
  if (needed === null) return 'This cannot be done in a project'
  const yours = role ? `yours is ${ROLE_NAMES[role]}` : 'you have none'
  return `You need the role ${ROLE_NAMES[needed]} in this project; ${yours}`
}

/** What every user may do to their own silo, whatever their roles. */
const OPEN: readonly AnyPermission[] = ['read', 'read_identities']

/** What a silo asks of its own users for the rest. */
const SILO: Partial<Record<AnyPermission, SiloRole>> = {
  list_contents: 'viewer',
  modify_images: 'limited_collaborator',
  modify_contents: 'collaborator',
  create_project: 'collaborator',
  modify_network: 'admin',
  modify: 'admin',
  modify_identities: 'admin',
}

/** Why whoever has a role in their silo may not do this there, in a sentence for them, or null. */
export function siloRefusal(role: SiloRole | null, permission: AnyPermission): string | null {
  const needed = SILO[permission] ?? null
  if (OPEN.includes(permission) || atLeast(siloRoles, role, needed)) return null
  if (needed === null) return 'This cannot be done in a silo'
  const yours = role ? `yours is ${ROLE_NAMES[role]}` : 'you have none'
  return `You need the role ${ROLE_NAMES[needed]} in this silo; ${yours}`
}

/** What a role of the fleet allows on every silo: the silo itself, never what lies in it. */
const SILO_FROM_FLEET: Partial<Record<AnyPermission, FleetRole>> = {
  read: 'viewer',
  modify: 'collaborator',
  read_identities: 'admin',
  modify_identities: 'admin',
}

/** Whether somebody may do this to a silo. Every user may read their own; what lies in it is seen with a role only. */
export function siloMay(
  grants: RoleGrants,
  permission: AnyPermission,
  { ownSilo }: { ownSilo: boolean },
): boolean {
  if (atLeast(fleetRoles, grants.fleet, SILO_FROM_FLEET[permission] ?? null)) return true
  if (!ownSilo) return false
  return OPEN.includes(permission) || atLeast(siloRoles, grants.silo, SILO[permission] ?? null)
}

const FLEET: Partial<Record<AnyPermission, FleetRole>> & Record<FleetPermission, FleetRole> = {
  read: 'viewer',
  list_contents: 'viewer',
  modify_contents: 'collaborator',
  modify_silos: 'collaborator',
  modify_network: 'admin',
  modify: 'admin',
}

/** Whether somebody may do this to the fleet: its policy, hardware, pools; its children are the silos. */
export const fleetMay = (grants: RoleGrants, permission: AnyPermission): boolean =>
  atLeast(fleetRoles, grants.fleet, FLEET[permission] ?? null)
