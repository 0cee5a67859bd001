import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Needs, OnResource } from '@granary/contract/needs.ts'
import { projectKinds } from '@granary/domain/kinds.ts'
import {
  type AnyPermission,
  type FleetRole,
  fleetMay,
  projectMay,
  type ProjectRole,
  type RoleGrants,
  siloMay,
  type SiloRole,
} from '@granary/domain/roles.ts'
import type { Person, Verdict } from './rules.ts'

const PROJECT = 'the project of the walk'

/** The kinds of the walk's project and of the resources in it; the image of the walk is the silo's. */
const IN_PROJECT: readonly string[] = ['project', ...projectKinds]
/** Kinds of the fleet: for operators only, whether the resource exists or not. */
const OF_FLEET: readonly string[] = [
  'address-lot',
  'alert-receiver',
  'bgp-announce-set',
  'bgp-config',
  'ip-pool',
  'subnet-pool',
]
/** Kinds that need a stronger permission than `read` to be seen. */
const SEEN_BY: Readonly<Record<string, AnyPermission>> = {
  certificate: 'modify_identities',
  // The walk uses an image of the silo.
  image: 'list_contents',
}

/**
 * Returns the answer that the contract implies for a user of the walk; null if the handler decides, or if every
 * signed-in user may call the operation and the answer depends on their own resources.
 */
export function derivedVerdict(id: OperationId, person: Person): Verdict | null {
  const needs: Needs = contract[id].needs
  if (needs.by === 'anyone') return 'ok'
  if (person === 'nobody') return 401
  const grants = grantsOf(person)
  const ownSilo = !person.endsWith('another silo')
  switch (needs.by) {
    case 'fleet':
      return fleetMay(grants, needs.permission) ? 'ok' : 403
    case 'own_silo':
      return siloMay(grants, needs.permission, { ownSilo: true }) ? 'ok' : 403
    case 'resource':
      return onResource(needs, grants, ownSilo)
    default:
      return null
  }
}

function onResource(
  { on, permission, powerOver }: OnResource,
  grants: RoleGrants,
  ownSilo: boolean,
): Verdict {
  if (OF_FLEET.includes(on)) return fleetMay(grants, permission) ? 'ok' : 403
  const inSilo = !IN_PROJECT.includes(on)
  const may = (what: AnyPermission): boolean =>
    inSilo ? siloMay(grants, what, { ownSilo }) : ownSilo && projectMay(grants, PROJECT, what)
  if (!may(SEEN_BY[on] ?? 'read')) return 404
  // The silo has admins of the fleet; the user whom the requests name has no role.
  if (powerOver === 'everyone' && grants.fleet !== 'admin') return 403
  return may(permission) ? 'ok' : 403
}

function grantsOf(person: Person): RoleGrants {
  const none: RoleGrants = { fleet: null, silo: null, projects: new Map() }
  if (person === 'admin of another silo') return { ...none, silo: 'admin' }
  const [level, role] = person.split(' ') as [string, string]
  if (level === 'fleet') return { ...none, fleet: role as FleetRole }
  if (level === 'silo') return { ...none, silo: role as SiloRole }
  return level === 'project' ? { ...none, projects: new Map([[PROJECT, role as ProjectRole]]) } : none
}
