import {
  policyUpdate,
  policyView,
  projectPolicyUpdate,
  projectPolicyView,
  systemPolicyUpdate,
  systemPolicyView,
} from '@granary/contract/generated/client.ts'
import type { AccessLevel } from '@granary/domain/access.ts'
import type { RoleAssignment } from '@granary/domain/policies.ts'
import type { FleetRole, ProjectRole, SiloRole } from '@granary/domain/roles.ts'
import type { QueryClient } from '@tanstack/react-query'
import { request } from '../../api/request.ts'
import { operate } from '../../api/operate.ts'

type Assignments = readonly RoleAssignment<string>[]

/** Where roles are assigned: the caller's own silo, a project of it, or the fleet. */
export type Place = {
  level: AccessLevel
  /** Name of the project, for the level `project`. */
  project?: string
  read: () => Promise<Assignments>
  write: (queryClient: QueryClient, assignments: Assignments) => Promise<unknown>
}

const given = <Role extends string>(assignments: Assignments) => ({
  // The roles of a level match the type of its policy.
  roleAssignments: assignments as RoleAssignment<Role>[],
})

export const siloPlace: Place = {
  level: 'silo',
  read: async () => (await request(policyView, {})).roleAssignments,
  write: (client, assignments) =>
    operate(client, policyUpdate, { body: given<SiloRole>(assignments) }, { waits: true }),
}

export const fleetPlace: Place = {
  level: 'fleet',
  read: async () => (await request(systemPolicyView, {})).roleAssignments,
  write: (client, assignments) =>
    operate(client, systemPolicyUpdate, { body: given<FleetRole>(assignments) }, { waits: true }),
}

export const projectPlace = (project: string): Place => ({
  level: 'project',
  project,
  read: async () => (await request(projectPolicyView, { path: { project } })).roleAssignments,
  write: (client, assignments) =>
    operate(
      client,
      projectPolicyUpdate,
      { path: { project }, body: given<ProjectRole>(assignments) },
      { waits: true },
    ),
})

/**
 * Changes the policy of a place. Reads it just before, so that concurrent changes are kept.
 * @throws ApiError
 */
export async function changePolicy(
  queryClient: QueryClient,
  place: Place,
  change: (assignments: Assignments) => Assignments,
): Promise<void> {
  await place.write(queryClient, change(await place.read()))
}
