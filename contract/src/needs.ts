import type { Subject } from '@granary/domain/kinds.ts'
import type { AnyPermission } from '@granary/domain/roles.ts'

/** A permission on the resource that the path and the query name. */
export type OnResource<Named extends Subject = Subject> = {
  readonly by: 'resource'
  readonly on: Named
  readonly permission: AnyPermission
  /** Only the path names the resource, because the query names another one. */
  readonly named?: 'in_path'
  /** Whose fleet role the caller's own must include: that of everyone in the silo, or of the user in the path. */
  readonly powerOver?: PowerOver
}
export type PowerOver = 'everyone' | 'user'

/** The permission that an operation needs. The server checks it before the handler runs, unless the handler decides. */
export type Needs =
  | OnResource
  | { readonly by: 'fleet'; readonly permission: AnyPermission }
  | { readonly by: 'own_silo'; readonly permission: AnyPermission }
  | { readonly by: 'signed_in' }
  | { readonly by: 'anyone' }
  | { readonly by: 'handler'; readonly reason: string }

/** Needs a permission on the resource that the path and the query name, which the handler receives. */
export const on = <const Named extends Subject>(
  kind: Named,
  permission: AnyPermission,
  named?: 'in_path',
): OnResource<Named> => ({ by: 'resource', on: kind, permission, ...(named && { named }) })

/**
 * Also needs a fleet role that includes those of the users whom the operation affects, or lets a caller act as.
 * @param over everyone in the silo of the resource, or the user whom the path names.
 */
export const withPowerOver = <const Named extends Subject>(
  over: PowerOver,
  needs: OnResource<Named>,
): OnResource<Named> => ({ ...needs, powerOver: over })

/** Needs a permission on the fleet. */
export const onFleet = (permission: AnyPermission) => ({ by: 'fleet', permission }) as const

/** Needs a permission on the caller's own silo. */
export const onOwnSilo = (permission: AnyPermission) => ({ by: 'own_silo', permission }) as const

/** Open to every signed-in user: the operation only reaches the caller's own resources. */
export const signedIn = { by: 'signed_in' } as const

/** Open to everyone, also without signing in. */
export const anyone = { by: 'anyone' } as const

/**
 * The handler decides, because only the body or the state identifies the resource.
 * @param reason the handler's check, as a sentence for the API documentation.
 */
export const decidedInside = (reason: string) => ({ by: 'handler', reason }) as const
