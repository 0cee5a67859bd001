import { fleetMay, type RoleGrants, siloMay } from '@granary/domain/roles.ts'
import { useCurrentUser } from './session.ts'

type FleetPermission = Parameters<typeof fleetMay>[1]
type SiloPermission = Parameters<typeof siloMay>[1]

/**
 * What whoever is signed in may do, by the rules that the server goes by: for offering only what will be allowed. Roles in
 * projects are not known here.
 */
export function useMay() {
  const { fleetRole, siloRole, siloId: ownSilo } = useCurrentUser()
  const grants: RoleGrants = { fleet: fleetRole, silo: siloRole, projects: new Map() }
  return {
    fleet: (permission: FleetPermission): boolean => fleetMay(grants, permission),
    /** @param siloId the id of any silo. */
    silo: (siloId: string, permission: SiloPermission): boolean =>
      siloMay(grants, permission, { ownSilo: siloId === ownSilo }),
  }
}
