import { projectView } from '@granary/contract/generated/client.ts'
import {
  fleetMay,
  inheritedProjectRole,
  projectRefusal,
  type ProjectRole,
  type RoleGrants,
  siloMay,
  siloRefusal,
} from '@granary/domain/roles.ts'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/queries.ts'
import { useCurrentProject } from './route-params.ts'
import { currentUser, useCurrentUser } from './session.ts'

type FleetPermission = Parameters<typeof fleetMay>[1]
type SiloPermission = Parameters<typeof siloMay>[1]
type ProjectPermission = Parameters<typeof projectRefusal>[1]

/** The strongest role in a project. */
const STRONGEST: ProjectRole = 'admin'
const project = (name: string) => ({
  ...apiQuery(projectView, { path: { project: name } }),
  throwOnError: false,
})

/** Fetches the caller's role in a project, unless their silo already gives them the strongest one. */
export async function loadProjectRole(queryClient: QueryClient, name: string): Promise<void> {
  const { siloRole } = await queryClient.ensureQueryData(currentUser)
  if (siloRole === undefined || inheritedProjectRole(siloRole) === STRONGEST) return
  // The page itself reports a missing project.
  await queryClient.ensureQueryData(project(name)).catch(() => undefined)
}

/**
 * Returns why a role lacks a permission in a project, or null. An unknown role (undefined), from a server without
 * extensions, lacks none: the server refuses then.
 */
export const refusalOf = (
  role: ProjectRole | null | undefined,
  permission: ProjectPermission,
): string | null => (role === undefined ? null : projectRefusal(role, permission))

/**
 * The permissions of the current user by the server's rules, so that the console offers only allowed actions. A server
 * without extensions doesn't report roles, so everything is offered in the areas that the user sees.
 */
export function useMay() {
  const { fleetRole, siloRole, siloId: ownSilo, fleetViewer } = useCurrentUser()
  const isKnown = fleetRole !== undefined && siloRole !== undefined
  const grants: RoleGrants | null = isKnown ? { fleet: fleetRole, silo: siloRole, projects: new Map() } : null
  const name = useCurrentProject() ?? ''
  const inherited = siloRole === undefined ? undefined : inheritedProjectRole(siloRole)
  const isAsked = name !== '' && isKnown && inherited !== STRONGEST
  const found = useQuery({ ...project(name), enabled: isAsked }).data
  return {
    fleet: (permission: FleetPermission): boolean => (grants ? fleetMay(grants, permission) : fleetViewer),
    /** @param siloId the id of any silo. */
    silo: (siloId: string, permission: SiloPermission): boolean =>
      grants
        ? siloMay(grants, permission, { ownSilo: siloId === ownSilo })
        : fleetViewer || siloId === ownSilo,
    /** Why the user may not do this in their own silo, or null. */
    ownSilo: (permission: SiloPermission): string | null =>
      siloRole === undefined ? null : siloRefusal(siloRole, permission),
    /** Why the user may not do this in the current project, or null. Until the role has loaded nothing is refused. */
    project: (permission: ProjectPermission): string | null =>
      isAsked && !found ? null : refusalOf(found?.myRole ?? inherited, permission),
  }
}
