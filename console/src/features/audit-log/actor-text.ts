import type { AuditEntry } from './audit-entry.ts'

type User = { siloUserId: string; displayName?: string | null | undefined }

/** Names a user. A deleted one has only an ID. */
export const userText = ({ siloUserId, displayName }: User): string =>
  displayName ?? `User ${siloUserId.slice(0, 8)}`

/** Names the caller of an entry. */
export function actorText(actor: AuditEntry['actor']): string {
  switch (actor.kind) {
    case 'silo_user':
      return userText(actor)
    case 'scim':
      return 'Identity provider'
    case 'user_builtin':
      return 'System'
    case 'unauthenticated':
      return 'Not signed in'
  }
}
