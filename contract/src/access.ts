import { z } from 'zod'
import { on, onFleet, onOwnSilo } from './needs.ts'
import { family, get } from './operation.ts'
import { FleetRole, IdentityType, SiloRole } from './policies.ts'
import { Name, Uuid } from './scalars.ts'

/** One way in which an identity holds a role: by its own assignment, or by membership in an assigned group. */
const AccessGrant = z
  .object({
    level: z.enum(['fleet', 'silo', 'project']).meta({ description: 'Where the role is assigned' }),
    roleName: SiloRole.meta({ description: 'The role' }),
    groupId: Uuid.nullable().meta({
      description: 'The group that the role comes from; null for an assignment to the identity itself',
    }),
    groupName: z.string().nullable().meta({ description: 'Name of that group' }),
  })
  .meta({ id: 'AccessGrant' })

/** A user or a group of a policy, and every way in which it holds a role there, the strongest first. */
export const AccessRow = z
  .object({
    id: Uuid.meta({ description: 'ID of the user or group' }),
    identityType: IdentityType.meta({ description: 'Whether it is a user or a group' }),
    displayName: z
      .string()
      .nullable()
      .meta({ description: "Null when the identity no longer exists, or the caller can't see it." }),
    siloId: Uuid.nullable().meta({ description: 'Silo of the user or group; null when it no longer exists' }),
    siloName: Name.nullable().meta({ description: 'Name of that silo' }),
    memberCount: z.int().nullable().meta({ description: 'Users in a group.' }),
    grants: z
      .array(AccessGrant)
      .meta({ description: 'Every way in which it has a role, the strongest first' }),
  })
  .meta({ id: 'AccessRow' })

/** A fleet role that all holders of a silo role get. */
const RoleMapping = z
  .object({
    siloId: Uuid.meta({ description: 'The silo' }),
    siloName: Name.meta({ description: 'Name of the silo' }),
    siloRole: SiloRole.meta({ description: 'Role in the silo' }),
    fleetRole: FleetRole.meta({ description: 'Role on the fleet that comes with it' }),
  })
  .meta({ id: 'RoleMapping' })

const AccessList = z
  .object({ rows: z.array(AccessRow).meta({ description: 'Users and groups with access' }) })
  .meta({ id: 'AccessList' })
const FleetAccessList = z
  .object({
    rows: z.array(AccessRow).meta({ description: 'Users and groups with access' }),
    mappings: z.array(RoleMapping).meta({ description: 'Roles on the fleet that come with roles in silos' }),
  })
  .meta({ id: 'FleetAccessList' })

/**
 * Policies as people read them: with names, with what comes from elsewhere, and by which way. They come whole and not in
 * pages, as a policy is short.
 */
export const access = family('experimental', {
  accessList: get('/experimental/v1/access', {
    summary: "List the users and groups with access to the caller's silo",
    description:
      'Resolves the policy to names, and shows for each role whether it is direct or comes from a group.',
    needs: onOwnSilo('read'),
    shows: ['silo-policy', 'silo-user', 'silo-group'],
    response: AccessList,
  }),
  projectAccessList: get('/experimental/v1/projects/{project}/access', {
    summary: 'List the users and groups with access to a project',
    description:
      'Resolves the policies of the project and its silo to names, and shows where each role comes from.',
    needs: on('project', 'read'),
    shows: ['project-policy', 'silo-policy', 'silo-user', 'silo-group'],
    response: AccessList,
  }),
  systemAccessList: get('/experimental/v1/system/access', {
    summary: 'List the users and groups with access to the fleet',
    description:
      'Resolves the policy of the fleet to names, with the roles in silos that give a role in the fleet.',
    needs: onFleet('read'),
    shows: ['fleet-policy', 'silo', 'silo-user', 'silo-group'],
    response: FleetAccessList,
  }),
})
