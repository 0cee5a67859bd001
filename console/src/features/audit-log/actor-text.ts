import type { AuditEntry } from './audit-entry.ts'

/** Names the caller of an entry. A deleted user has only an ID. */
export function actorText(actor: AuditEntry['actor']): string {
  switch (actor.kind) {
    case 'silo_user':
      return actor.displayName ?? `User ${actor.siloUserId.slice(0, 8)}`
    case 'scim':
      return 'Identity provider'
    case 'user_builtin':
      return 'System'
    case 'unauthenticated':
      return 'Not signed in'
  }
}
