import { z } from 'zod'
import { extra, extraInput } from './extension.ts'
import { onFleet } from './needs.ts'
import { family, get } from './operation.ts'
import { OffsetTimestamp, pageOf, paginated, TimeAndIdSortMode, Timestamp, Uuid } from './scalars.ts'

const siloId = Uuid.meta({ description: 'ID of the silo of the caller' })

const Actor = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('user_builtin').meta({ description: 'The system itself' }),
        userBuiltinId: Uuid.meta({ description: 'ID of the built-in user' }),
      })
      .meta({ title: 'user_builtin' }),
    z
      .object({
        kind: z.literal('silo_user').meta({ description: 'A user' }),
        siloUserId: Uuid.meta({ description: 'ID of the user, who may be deleted' }),
        siloId,
        displayName: extra(
          z.string().nullable().meta({ description: 'Display name of the user; null after a deletion' }),
        ),
      })
      .meta({ title: 'silo_user' }),
    z
      .object({
        kind: z.literal('scim').meta({ description: 'An identity provider that manages users by SCIM' }),
        siloId,
      })
      .meta({ title: 'scim' }),
    z
      .object({ kind: z.literal('unauthenticated').meta({ description: 'A caller without credentials' }) })
      .meta({ title: 'unauthenticated' }),
  ])
  .meta({ id: 'AuditLogEntryActor' })

/** The outcomes of a request in the audit log. */
export const AUDIT_RESULTS = ['success', 'error', 'unknown'] as const

const httpStatusCode = z.int().min(0).meta({ format: 'uint16', description: 'HTTP status of the answer' })

const Result = z
  .discriminatedUnion('kind', [
    z
      .object({
        kind: z.literal('success').meta({ description: 'The operation was carried out' }),
        httpStatusCode,
      })
      .meta({ title: 'success' }),
    z
      .object({
        kind: z.literal('error').meta({ description: 'The operation was refused or failed' }),
        httpStatusCode,
        errorCode: z.string().nullish().meta({ description: 'Code of the error, if it has one' }),
        errorMessage: z.string().meta({ description: 'The message that the caller received' }),
      })
      .meta({ title: 'error' }),
    z
      .object({
        kind: z
          .literal('unknown')
          .meta({ description: 'The server stopped before it could note the outcome' }),
      })
      .meta({ title: 'unknown' }),
  ])
  .meta({ id: 'AuditLogEntryResult' })

const AuthMethod = z.enum(['session_cookie', 'access_token', 'scim_token']).meta({ id: 'AuthMethod' })

const AuditLogResource = z
  .object({
    kind: z.string().meta({ description: 'Kind of the resource' }),
    id: z.string().meta({ description: 'ID of the resource, which may be deleted' }),
    name: z.string().nullable().meta({ description: 'Its name then; null if it has none' }),
    siloId: Uuid.nullable().meta({ description: 'ID of its silo; null if it belongs to the fleet' }),
    projectName: z
      .string()
      .nullable()
      .meta({ description: 'Name of its project now; null outside of projects, and once deleted' }),
  })
  .meta({ id: 'AuditLogResource' })

const AuditLogSignIn = z
  .object({
    siloUserId: Uuid.meta({ description: 'ID of the user, who may be deleted' }),
    siloId: Uuid.meta({ description: 'ID of the silo of the user' }),
    displayName: z
      .string()
      .nullable()
      .meta({ description: 'Display name of the user; null after a deletion' }),
  })
  .meta({ id: 'AuditLogSignIn' })

const AuditLogEntry = z
  .object({
    id: Uuid.meta({ description: 'ID of the entry' }),
    timeStarted: Timestamp.meta({ description: 'When the server received the request' }),
    timeCompleted: Timestamp.meta({ description: 'When the outcome was known' }),
    requestId: z.string().meta({ description: 'ID of the request, also in its answer and in the log' }),
    requestUri: z.string().meta({ description: 'Path and query of the request, at most 512 characters' }),
    operationId: z.string().meta({ description: 'The operation: `instance_create`' }),
    sourceIp: z.string().meta({ format: 'ip', description: 'Address of the client; 0.0.0.0 if unknown' }),
    userAgent: z
      .string()
      .nullish()
      .meta({ description: 'The client as it names itself, at most 256 characters' }),
    actor: Actor.meta({ description: 'The caller' }),
    authMethod: AuthMethod.nullish().meta({ description: 'How the caller proved who they are' }),
    credentialId: Uuid.nullish().meta({ description: 'ID of the session or token' }),
    result: Result.meta({ description: 'The outcome' }),
    resource: extra(
      AuditLogResource.nullable().meta({
        description: 'The resource that the request names: a create names the parent. Null if it names none',
      }),
    ),
    signedIn: extra(
      AuditLogSignIn.nullable().meta({ description: 'The user of a successful sign-in; null otherwise' }),
    ),
    repeats: extra(
      z.int().min(0).meta({
        description:
          'Further requests of the same caller within a minute that were refused for the same reason; they have no entry of their own',
      }),
    ),
  })
  .meta({ id: 'AuditLogEntry' })

const days = z.number().min(0)

const LogRetention = z
  .object({
    auditLogDays: days.meta({ description: 'Days after which entries of the audit log are deleted' }),
    changeLogDays: days.meta({
      description: 'Days after which changes are deleted from the histories of resources',
    }),
  })
  .meta({ id: 'LogRetention' })

/** How long the logs are kept. */
export const logRetention = family('experimental', {
  logRetentionView: get('/experimental/v1/system/log-retention', {
    summary: 'Fetch how long logs are kept',
    description: 'Returns the settings of the server that limit the age of the audit log and of histories.',
    needs: onFleet('list_contents'),
    shows: [],
    response: LogRetention,
  }),
})

/** The requests that change something, with their callers and outcomes. */
export const auditLog = family('system/audit-log', {
  auditLogList: get('/v1/system/audit-log', {
    summary: 'List audit log entries',
    description:
      'Lists the requests that change something and the sign-ins, also refused ones, in the order in which they were completed. Reads are not logged. With a filter, a page may have fewer items than `limit`, or none, although another page follows, which `next_page` then says.',
    needs: onFleet('list_contents'),
    shows: [],
    columns: ['timeCompleted', 'operationId', 'actor.kind', 'result.kind', 'sourceIp', 'requestUri', 'id'],
    query: {
      startTime: OffsetTimestamp.meta({ description: 'Only entries completed at this time or later' }),
      endTime: OffsetTimestamp.nullish().meta({ description: 'Only entries completed before this time' }),
      ...paginated(TimeAndIdSortMode),
      actor: extraInput(Uuid.meta({ description: 'Only requests and sign-ins of this user' })),
      resource: extraInput(Uuid.meta({ description: 'Only requests that name this resource or changed it' })),
      operation: extraInput(
        z.string().max(100).meta({ description: 'Only this operation: `instance_create`' }),
      ),
      result: extraInput(z.enum(AUDIT_RESULTS).meta({ description: 'Only entries with this outcome' })),
      text: extraInput(
        z.string().max(100).meta({
          description:
            'Only entries with this text in the address, the client, the error message or an ID, in upper or lower case',
        }),
      ),
    },
    response: pageOf(AuditLogEntry).meta({ id: 'AuditLogEntryResultsPage' }),
  }),
})
