import { SESSION_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { sortedBy } from './list-filter.ts'
import { z } from 'zod'
import { signedIn } from './needs.ts'
import { del, family, get, post } from './operation.ts'
import { IdSortMode, pageOf, paginated, Timestamp, Uuid } from './scalars.ts'

export const OwnSession = z
  .object({
    id: Uuid.meta({ description: 'ID of the session' }),
    clientName: z.string().nullable().meta({
      description: 'Browser and system that signed in, as they name themselves; null when unknown',
    }),
    clientAddress: z
      .string()
      .nullable()
      .meta({ description: 'Address that signed in; null for a session from before addresses were stored' }),
    timeCreated: Timestamp.meta({ description: 'When the session began' }),
    timeLastUsed: Timestamp.meta({ description: 'When the session was last used, to the minute' }),
    isCurrent: z.boolean().meta({ description: 'Whether this request belongs to the session' }),
  })
  .meta({ id: 'OwnSession' })

export const ownSessions = family('sessions', {
  currentUserSessionList: get('/experimental/v1/me/sessions', {
    summary: 'List your own sessions',
    description: 'Lists the browsers that you are signed in with, and which of them sends this request.',
    needs: signedIn,
    shows: ['silo-user'],
    columns: ['clientName', 'clientAddress', 'timeCreated', 'timeLastUsed', 'isCurrent', 'id'],
    query: { ...sortedBy(SESSION_FIELDS), ...paginated(IdSortMode) },
    response: pageOf(OwnSession).meta({ id: 'OwnSessionResultsPage' }),
  }),
  currentUserSessionDelete: del('/experimental/v1/me/sessions/{sessionId}', {
    summary: 'End one of your sessions',
    description: 'Signs that browser out at once. Access tokens stay.',
    needs: signedIn,
    changes: ['silo-user'],
    params: { sessionId: Uuid.meta({ description: 'ID of the session' }) },
  }),
  currentUserSessionEndOthers: post('/experimental/v1/me/sessions/end-others', {
    summary: 'End your other sessions',
    description: 'Signs out every browser except the one that sends this request. Access tokens stay.',
    needsSpace: false,
    needs: signedIn,
    changes: ['silo-user'],
  }),
})
