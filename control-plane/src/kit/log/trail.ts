import type { Actor, Provisioner } from '../base/actor.ts'
import type { Change } from './change.ts'
import type { LoggedActor, LoggedCredential, LoggedTarget } from './security-entry.ts'

/** The caller as they proved to be: without both for a request without credentials. */
export type Caller = { actor: LoggedActor | null; credential: LoggedCredential | null }

/** What becomes known about a request while it runs, for the logs. */
export type Trail = {
  /** Null until the credentials are checked, and if they are wrong. */
  caller: Caller | null
  actor: LoggedActor | null
  credential: LoggedCredential | null
  target: LoggedTarget | null
  /** Committed changes. */
  changes: Pick<Change, 'kind' | 'action' | 'id'>[]
  /** The session or token with which the request signed a user in. */
  begun: LoggedCredential | null
}

export const newTrail = (): Trail => ({
  caller: null,
  actor: null,
  credential: null,
  target: null,
  changes: [],
  begun: null,
})

export const loggedUser = ({ userId, displayName, siloId, siloName }: Actor): LoggedActor => ({
  kind: 'user',
  id: userId,
  name: displayName,
  siloId,
  siloName,
})

export const loggedProvisioner = ({ tokenId, siloId, siloName }: Provisioner): LoggedActor => ({
  kind: 'scim',
  id: tokenId,
  name: null,
  siloId,
  siloName,
})

/** Returns the credential of an authenticated caller. */
export function credentialOf({ sessionId, token }: Actor): LoggedCredential | null {
  if (sessionId) return { kind: 'session', id: sessionId }
  return token && { kind: 'access_token', id: token.id }
}
