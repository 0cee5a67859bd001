import { projectView, siloView } from '@granary/contract/generated/client.ts'
import { losesAccess, losses } from '@granary/domain/losses.ts'
import { fleetMay, grantsOf, projectMay, type RoleGrants, siloMay } from '@granary/domain/roles.ts'
import type { QueryClient } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.ts'
import { request } from '../../api/request.ts'
import { currentGroups, currentUser } from '../../app/session.ts'
import { fleetPlace, type Place, siloPlace } from './place.ts'

/** What the caller would lose by a change of a policy. */
export type OwnLoss = {
  /** Lost abilities, as phrases that complete "You can no longer …". */
  lost: string[]
  /** Whether only another admin could restore the role. */
  losesAccess: boolean
  /** Whether the caller can still see the page of the place. */
  seesPlace: boolean
}

const NO_LOSS: OwnLoss = { lost: [], losesAccess: false, seesPlace: true }

/**
 * Returns what the caller would lose if an identity had another role in a place, or none. Reads all policies that give
 * the caller a role.
 * @param identityId a user or a group. A change to other users loses nothing.
 * @throws ApiError
 */
export async function ownLoss(
  queryClient: QueryClient,
  place: Place,
  identityId: string,
  role: string | null,
): Promise<OwnLoss> {
  const [me, groups] = await Promise.all([
    queryClient.ensureQueryData(currentUser),
    queryClient.ensureQueryData(currentGroups),
  ])
  const own = new Set([me.id, ...groups.items.map(({ id }) => id)])
  if (!own.has(identityId)) return NO_LOSS
  const [silo, inSilo, inFleet, project, inProject] = await Promise.all([
    request(siloView, { path: { silo: me.siloId } }),
    siloPlace.read(),
    me.fleetViewer ? fleetPlace.read() : [],
    place.project
      ? queryClient.fetchQuery(apiQuery(projectView, { path: { project: place.project } }))
      : undefined,
    place.project ? place.read() : [],
  ])
  const held = [
    ...inFleet.map((one) => ({ ...one, level: 'fleet' as const, resourceId: 'fleet' })),
    ...inSilo.map((one) => ({ ...one, level: 'silo' as const, resourceId: me.siloId })),
    ...inProject.map((one) => ({ ...one, level: 'project' as const, resourceId: project!.id })),
  ].filter((one) => own.has(one.identityId))
  const grants = (
    assignments: { level: (typeof held)[number]['level']; resourceId: string; roleName: string }[],
  ) =>
    grantsOf(
      assignments.map(({ level, resourceId, roleName }) => ({ level, resourceId, role: roleName })),
      me.siloId,
      silo.mappedFleetRoles,
    )
  const kept = held.filter((one) => one.level !== place.level || one.identityId !== identityId)
  const resourceId = { fleet: 'fleet', silo: me.siloId, project: project?.id ?? '' }[place.level]
  const before = grants(held)
  const after = grants(role === null ? kept : [...kept, { level: place.level, resourceId, roleName: role }])
  return {
    lost: losses(before, after, project),
    losesAccess: losesAccess(before, after, place.level, project),
    seesPlace: sees(after, place, project?.id),
  }
}

function sees(grants: RoleGrants, { level }: Place, projectId = ''): boolean {
  if (level === 'fleet') return fleetMay(grants, 'read')
  if (level === 'silo') return siloMay(grants, 'read', { ownSilo: true })
  return projectMay(grants, projectId, 'read')
}
