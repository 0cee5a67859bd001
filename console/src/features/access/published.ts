import type { CallOutput } from '@granary/contract/call.ts'
import {
  groupList,
  policyView,
  projectPolicyView,
  siloList,
  systemPolicyView,
  userList,
} from '@granary/contract/generated/client.ts'
import type { AccessLevel } from '@granary/domain/access.ts'
import { fleetRoles, siloRoles } from '@granary/domain/roles.ts'
import type { QueryClient } from '@tanstack/react-query'
import { allQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { currentUser } from '../../app/session.ts'

// The access lists of a server without extensions: from its policies, and the names of the own silo's users and groups.

type AccessRow = CallOutput<'accessList'>['rows'][number]
type Grant = AccessRow['grants'][number]
type Assignment = {
  level: AccessLevel
  identityId: string
  identityType: AccessRow['identityType']
  roleName: Grant['roleName']
}

export async function publishedSiloAccess(client: QueryClient, signal: AbortSignal) {
  const policy = await request(policyView, {}, signal)
  return { rows: await rowsOf(client, at('silo', policy)) }
}

export async function publishedProjectAccess(client: QueryClient, project: string, signal: AbortSignal) {
  const [own, silo] = await Promise.all([
    request(projectPolicyView, { path: { project } }, signal),
    request(policyView, {}, signal),
  ])
  return { rows: await rowsOf(client, [...at('project', own), ...at('silo', silo)]) }
}

export async function publishedFleetAccess(client: QueryClient, signal: AbortSignal) {
  const [policy, silos] = await Promise.all([
    request(systemPolicyView, {}, signal),
    client.fetchQuery(allQuery(siloList, {})),
  ])
  const mappings = silos.flatMap((silo) =>
    siloRoles.flatMap((siloRole) =>
      fleetRoles
        .filter((fleetRole) => silo.mappedFleetRoles[siloRole]?.includes(fleetRole))
        .map((fleetRole) => ({ siloId: silo.id, siloName: silo.name, siloRole, fleetRole })),
    ),
  )
  return { rows: await rowsOf(client, at('fleet', policy)), mappings }
}

type Policy = { roleAssignments: Omit<Assignment, 'level'>[] }
const at = (level: AccessLevel, { roleAssignments }: Policy): Assignment[] =>
  roleAssignments.map((assignment) => ({ level, ...assignment }))

/** Returns a row for each user and group, by name, with its roles from the strongest on. */
async function rowsOf(client: QueryClient, assignments: Assignment[]): Promise<AccessRow[]> {
  const [users, groups, me] = await Promise.all([
    client.fetchQuery(allQuery(userList, {})),
    client.fetchQuery(allQuery(groupList, {})),
    client.ensureQueryData(currentUser),
  ])
  const names = new Map([...users, ...groups].map(({ id, displayName }) => [id, displayName]))
  const rows = [...Map.groupBy(assignments, ({ identityId }) => identityId)].map(([id, its]) => {
    const displayName = names.get(id) ?? null
    const isOwn = displayName !== null
    return {
      id,
      identityType: its[0]!.identityType,
      displayName,
      siloId: isOwn ? me.siloId : null,
      siloName: isOwn ? me.siloName : null,
      memberCount: null,
      grants: its
        .toSorted((a, b) => siloRoles.indexOf(a.roleName) - siloRoles.indexOf(b.roleName))
        .map(({ level, roleName }) => ({ level, roleName, groupId: null, groupName: null })),
    }
  })
  return rows.toSorted((a, b) => (a.displayName ?? a.id).localeCompare(b.displayName ?? b.id))
}
