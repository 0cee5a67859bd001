import type { contract } from '@granary/contract/contract.ts'
import type { z } from 'zod'
import type { StoredEntry } from './entries.ts'

type Entry = z.input<(typeof contract.auditLogList)['response']>['items'][number]

/** Returns an entry as the API shows it. */
export const entryView = (row: StoredEntry): Entry => ({
  id: row.id,
  timeStarted: row.time_started,
  timeCompleted: row.time_completed!,
  requestId: row.request_id,
  requestUri: row.request_uri,
  operationId: row.operation_id,
  sourceIp: row.source_ip,
  userAgent: row.user_agent,
  actor: actorView(row),
  authMethod: row.auth_method,
  credentialId: row.credential_id,
  result: resultView(row),
  resource: resourceView(row),
  signedIn: signedInView(row),
  repeats: row.repeats,
})

function actorView(row: StoredEntry): Entry['actor'] {
  const siloId = row.actor_silo_id!
  switch (row.actor_kind) {
    case 'silo_user':
      return { kind: 'silo_user', siloUserId: row.actor_id!, siloId, displayName: row.display_name }
    case 'scim':
      return { kind: 'scim', siloId }
    case 'unauthenticated':
      return { kind: 'unauthenticated' }
  }
}

const resourceView = (row: StoredEntry): Entry['resource'] =>
  row.resource_id === null
    ? null
    : {
        kind: row.resource_kind!,
        id: row.resource_id,
        name: row.resource_name,
        siloId: row.resource_silo_id,
        projectName: row.project_name,
      }

const signedInView = (row: StoredEntry): Entry['signedIn'] =>
  row.signed_in_id === null
    ? null
    : {
        siloUserId: row.signed_in_id,
        siloId: row.signed_in_silo_id!,
        displayName: row.signed_in_name,
      }

function resultView(row: StoredEntry): Entry['result'] {
  const httpStatusCode = row.http_status_code!
  switch (row.result!) {
    case 'success':
      return { kind: 'success', httpStatusCode }
    case 'error':
      return { kind: 'error', httpStatusCode, errorCode: row.error_code, errorMessage: row.error_message! }
    case 'unknown':
      return { kind: 'unknown' }
  }
}
