import { fleetMay, projectMay, siloMay, type SiloPermission } from '@granary/domain/roles.ts'
import { actorOf, type Context } from '../context/context.ts'
import { forbidden } from '../base/errors.ts'
import type { Permission } from './resource.ts'

/** Where a resource lies, for permission checks. */
export type Scope = { siloId: string | null; projectId: string | null }

/** Returns the scope of a resource in a project. */
export type ProjectScope = Scope & { projectId: string; siloId: string }

/** Whether the caller may do this to a resource in this scope. Fleet roles don't reach into the contents of silos. */
export function may(context: Context, scope: Scope, permission: Permission): boolean {
  const { grants, siloId } = actorOf(context)
  if (scope.projectId) return scope.siloId === siloId && projectMay(grants, scope.projectId, permission)
  if (scope.siloId) return siloMay(grants, permission, { ownSilo: scope.siloId === siloId })
  return fleetMay(grants, permission)
}

/** Kinds with visibility rules of their own. */
const READ_PERMISSIONS: Record<string, Permission> = {
  silo: 'read',
  'silo-quotas': 'read',
  'ip-pool-resource': 'read',
  'subnet-pool-resource': 'read',
  certificate: 'modify_identities',
  'silo-policy': 'read',
  'silo-auth-settings': 'read',
  'saml-identity-provider': 'read',
  'silo-user': 'read_identities',
  'silo-group': 'read_identities',
}

/**
 * Whether the caller may see a resource of a kind. A silo and its links to pools are
 * visible to its users and to operators. Its users and
 * groups are visible to its users and to admins of users. Everything else is visible to callers that may list it.
 */
export const mayRead = (context: Context, scope: Scope, kind: string): boolean =>
  may(context, scope, scope.projectId ? 'read' : (READ_PERMISSIONS[kind] ?? 'list_contents'))

/** @throws ApiError 403; for resources whose existence is no secret (the caller's own silo, fleet lists). */
export function requirePermission(context: Context, scope: Scope, permission: Permission): void {
  if (!may(context, scope, permission)) throw forbidden()
}

/** Whether a silo allows this by a permission of its own, such as managing its identities. */
export function mayOfSilo(context: Context, siloId: string, permission: SiloPermission): boolean {
  const { grants, siloId: own } = actorOf(context)
  return siloMay(grants, permission, { ownSilo: siloId === own })
}

/** @throws ApiError 403 if `mayOfSilo` denies it. */
export function requireOfSilo(context: Context, siloId: string, permission: SiloPermission): void {
  if (!mayOfSilo(context, siloId, permission)) throw forbidden()
}

/** Returns the caller's own silo as a scope. */
export const ownSilo = (context: Context): Scope => ({ siloId: actorOf(context).siloId, projectId: null })

export const fleet: Scope = { siloId: null, projectId: null }
