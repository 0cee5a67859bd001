import { MAX_ROLE_ASSIGNMENTS, policyProblems } from '@granary/domain/policies.ts'
import { fleetRoles, projectRoles, siloRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { on, onFleet, onOwnSilo } from './needs.ts'
import { family, get, put } from './operation.ts'
import { addProblem, Uuid } from './scalars.ts'

export const IdentityType = z.enum(['silo_user', 'silo_group']).meta({ id: 'IdentityType' })
export const FleetRole = z.enum(fleetRoles).meta({ id: 'FleetRole' })
export const SiloRole = z.enum(siloRoles).meta({ id: 'SiloRole' })
export const ProjectRole = z.enum(projectRoles).meta({ id: 'ProjectRole' })

const assignment = <Role extends z.ZodType<string>>(role: Role) =>
  z.object({
    identityId: Uuid.meta({ description: 'ID of the user or group' }),
    identityType: IdentityType.meta({ description: 'Whether it is a user or a group' }),
    roleName: role.meta({ description: 'Role that it has here' }),
  })

/** A whole policy. Refuses duplicate assignments and more rows than the maximum. */
const policyOf = <Assignment extends ReturnType<typeof assignment>>(row: Assignment) =>
  z.object({
    roleAssignments: z
      .array(row)
      .superRefine((rows, context) => {
        for (const { code, message, path } of policyProblems(rows)) addProblem(context, code, message, path)
      })
      .meta({
        maxItems: MAX_ROLE_ASSIGNMENTS,
        description: 'Who has which role; at most one row for each identity and role',
      }),
  })

export const FleetRolePolicy = policyOf(assignment(FleetRole)).meta({ id: 'FleetRolePolicy' })
export const SiloRolePolicy = policyOf(assignment(SiloRole)).meta({ id: 'SiloRolePolicy' })
export const ProjectRolePolicy = policyOf(assignment(ProjectRole)).meta({ id: 'ProjectRolePolicy' })

export const policies = family('policy', {
  systemPolicyView: get('/v1/system/policy', {
    summary: "Fetch the fleet's role assignments",
    description:
      'Lists direct assignments only. Roles that come from a role in a silo are part of the access list.',
    expectedFailures: { 403: 'the user may not see the fleet' },
    needs: onFleet('read'),
    shows: ['fleet-policy', 'silo-user'],
    response: FleetRolePolicy,
  }),
  systemPolicyUpdate: put('/v1/system/policy', {
    summary: "Replace the fleet's role assignments",
    description: 'Replaces the whole list. Refused when nobody would be left who can administer the fleet.',
    needsSpace: false,
    needs: onFleet('modify'),
    changes: ['fleet-policy'],
    body: FleetRolePolicy,
    response: FleetRolePolicy,
  }),
  policyView: get('/v1/policy', {
    summary: "Fetch the role assignments of the caller's silo",
    description: 'Lists direct assignments only. Roles in the silo also give roles in its projects.',
    needs: onOwnSilo('read'),
    shows: ['silo-policy', 'silo-user'],
    response: SiloRolePolicy,
  }),
  policyUpdate: put('/v1/policy', {
    summary: "Replace the role assignments of the caller's silo",
    description: 'Replaces the whole list. Refused when nobody would be left who can administer the silo.',
    needsSpace: false,
    needs: onOwnSilo('modify'),
    changes: ['silo-policy'],
    body: SiloRolePolicy,
    response: SiloRolePolicy,
  }),
  siloPolicyView: get('/v1/system/silos/{silo}/policy', {
    summary: "Fetch a silo's role assignments",
    description: 'Lists direct assignments only. Roles in the silo also give roles in its projects.',
    needs: on('silo', 'read'),
    shows: ['silo-policy', 'silo-user'],
    response: SiloRolePolicy,
  }),
  siloPolicyUpdate: put('/v1/system/silos/{silo}/policy', {
    summary: "Replace a silo's role assignments",
    description: 'Replaces the whole list. Refused when nobody would be left who can administer the silo.',
    needsSpace: false,
    needs: on('silo', 'modify'),
    changes: ['silo-policy'],
    body: SiloRolePolicy,
    response: SiloRolePolicy,
  }),
  projectPolicyView: get('/v1/projects/{project}/policy', {
    summary: "Fetch a project's role assignments",
    description: 'Lists direct assignments only. Roles that come from the silo are part of the access list.',
    needs: on('project', 'read'),
    shows: ['project-policy', 'silo-user'],
    response: ProjectRolePolicy,
  }),
  projectPolicyUpdate: put('/v1/projects/{project}/policy', {
    summary: "Replace a project's role assignments",
    description: 'Replaces the whole list. Users and groups have to be of the silo of the project.',
    needsSpace: false,
    needs: on('project', 'modify'),
    changes: ['project-policy'],
    body: ProjectRolePolicy,
    response: ProjectRolePolicy,
  }),
})
