import { z } from 'zod'
import { decidedInside } from './needs.ts'
import { family, get } from './operation.ts'
import { Timestamp, Uuid } from './scalars.ts'

/** Entries of one answer. */
export const HISTORY_PAGE = 50

const HistoryField = z
  .object({
    field: z.string().meta({ description: 'Name of the field: `run_state`' }),
    before: z.string().nullable().meta({ description: 'Its value before, as JSON; null if it had none' }),
    after: z.string().nullable().meta({ description: 'Its value after, as JSON; null if it has none' }),
  })
  .meta({ id: 'HistoryField' })

const HistoryEntry = z
  .object({
    seq: z.int().meta({ description: 'Position in the change log' }),
    time: Timestamp.meta({ description: 'When the change was made' }),
    kind: z.string().meta({ description: 'Kind of the resource, which a promotion may change' }),
    action: z.enum(['created', 'updated', 'deleted']).meta({ description: 'What happened to the resource' }),
    name: z.string().nullable().meta({ description: 'Its name then; null if it has none' }),
    operation: z.string().meta({ description: 'The operation or task that made the change' }),
    requestId: z.string().meta({ description: 'ID of the request, as in the audit log' }),
    actorKind: z
      .enum(['user', 'system', 'scim'])
      .meta({ description: 'What kind of caller made the change' }),
    actorId: Uuid.nullable().meta({
      description: 'ID of the user, or of the SCIM token; null if you can not read the users of their silo',
    }),
    actorName: z
      .string()
      .nullable()
      .meta({ description: 'Display name of the user; null once deleted, and without `actor_id`' }),
    sourceIp: z.string().nullable().meta({
      description:
        'Address of the client: of your own changes, and for admins of the silo of the user and viewers of the fleet',
    }),
    userAgent: z
      .string()
      .nullable()
      .meta({ description: 'The client as it named itself, as for `source_ip`' }),
    changed: z.array(HistoryField).meta({ description: 'The fields that changed' }),
  })
  .meta({ id: 'HistoryEntry' })

/** How a resource became what it is. */
export const history = family('experimental', {
  resourceHistory: get('/experimental/v1/history/{resourceId}', {
    summary: 'List the changes of a resource',
    description:
      'Lists who changed a resource, when, from where and how, newest first, from the change log. It works for deleted resources too. Empty for a resource that you can not read.',
    needs: decidedInside('Lists only changes of resources that you can read.'),
    shows: [],
    columns: ['time', 'action', 'operation', 'actorName', 'sourceIp', 'requestId'],
    params: { resourceId: Uuid.meta({ description: 'ID of the resource' }) },
    query: {
      before: z
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .optional()
        .meta({ description: 'Only changes before this position: `next_before` of the answer before' }),
    },
    response: z
      .object({
        items: z.array(HistoryEntry).meta({ description: `At most ${HISTORY_PAGE} changes, newest first` }),
        nextBefore: z
          .int()
          .nullable()
          .meta({ description: 'Position for the next answer; null if there are no older changes' }),
        keptSince: Timestamp.meta({ description: 'Older changes than this have been deleted' }),
      })
      .meta({ id: 'ResourceHistory' }),
  }),
})
