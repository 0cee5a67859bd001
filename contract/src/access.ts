import { z } from 'zod'
import { on, onFleet, onOwnSilo } from './needs.ts'
import { family, get } from './operation.ts'
import { FleetRole, IdentityType, SiloRole } from './policies.ts'
import { Name, Uuid } from './scalars.ts'

/** One way in which an identity has a role: by an assignment to it, or, with a group, as a member of that group. */
const AccessGrant = z
  .object({
    level: z.enum(['fleet', 'silo', 'project']),
    roleName: SiloRole,
    groupId: Uuid.nullable(),
    groupName: z.string().nullable(),
  })
  .meta({ id: 'AccessGrant' })

/** A user or a group that a policy names, and all ways in which it has a role there, the strongest first. */
export const AccessRow = z
  .object({
    id: Uuid,
    identityType: IdentityType,
    displayName: z
      .string()
      .nullable()
      .meta({ description: 'Null for who is not there any more, or whom the caller may not know.' }),
    siloId: Uuid.nullable(),
    siloName: Name.nullable(),
    memberCount: z.int().nullable().meta({ description: 'Users in a group.' }),
    grants: z.array(AccessGrant),
  })
  .meta({ id: 'AccessRow' })

/** A role of the fleet that everybody has who has some role in a silo. */
const RoleMapping = z
  .object({ siloId: Uuid, siloName: Name, siloRole: SiloRole, fleetRole: FleetRole })
  .meta({ id: 'RoleMapping' })

const AccessList = z.object({ rows: z.array(AccessRow) }).meta({ id: 'AccessList' })
const FleetAccessList = z
  .object({ rows: z.array(AccessRow), mappings: z.array(RoleMapping) })
  .meta({ id: 'FleetAccessList' })

/**
 * Policies as people read them: with names, with what comes from elsewhere, and by which way. They come whole and not in
 * pages, as a policy is short.
 */
export const access = family('experimental', {
  accessList: get('/experimental/v1/access', {
    summary: "List who has access to the caller's silo, and how",
    description:
      'Resolves the policy to names, and shows for each role whether it is direct or comes from a group.',
    needs: onOwnSilo('read'),
    shows: ['silo-policy', 'silo-user', 'silo-group'],
    response: AccessList,
  }),
  projectAccessList: get('/experimental/v1/projects/{project}/access', {
    summary: 'List who has access to a project, and how',
    description:
      'Resolves the policies of the project and its silo to names, and shows where each role comes from.',
    needs: on('project', 'read'),
    shows: ['project-policy', 'silo-policy', 'silo-user', 'silo-group'],
    response: AccessList,
  }),
  systemAccessList: get('/experimental/v1/system/access', {
    summary: 'List who has access to the fleet, and how',
    description:
      'Resolves the policy of the fleet to names, with the roles in silos that give a role in the fleet.',
    needs: onFleet('read'),
    shows: ['fleet-policy', 'silo', 'silo-user', 'silo-group'],
    response: FleetAccessList,
  }),
})
