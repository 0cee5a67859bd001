import { toSnake } from '@granary/contract/codec.ts'
import type { ChangeLogRow } from '../database/schema.ts'
import { currentActor } from '../shared/sign-in/caller.ts'
import type { Context } from '../kit/context.ts'
import { actorOf } from '../kit/context.ts'
import { may, mayOfSilo, mayRead } from '../kit/authorization.ts'
import { handlers } from '../kinds/handler.ts'
import {
  type Cursor,
  changesAfter,
  formatCursor,
  latestCursor,
  parseCursor,
  recentCursor,
  tooOld,
} from './change-feed.ts'

/** Heartbeat interval, so that both ends notice a lost connection. */
const HEARTBEAT = 15_000
const BATCH = 500
/**
 * Time before the connection that a stream without a cursor covers: the client may have read stale data then;
 * milliseconds.
 */
const HEAD_START = 5_000

export const eventHandlers = handlers({
  eventStream: {
    raw: async (context, { query }, request) => {
      const resumeAt = query.cursor ?? request.headers.get('last-event-id')
      const given = resumeAt ? parseCursor(resumeAt) : null
      const start = given ?? (await recentCursor(context, HEAD_START))
      const lost = given !== null && (await tooOld(context, given))
      return new Response(follow(context, lost ? await latestCursor(context) : start, lost), {
        headers: {
          'content-type': 'text/event-stream',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
      })
    },
  },
})

/** Streams every committed change after the cursor that the caller may read, as server-sent events. */
function follow(context: Context, start: Cursor, lost: boolean): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let cursor = start
  let ended = false
  let wake = () => {}
  let stopListening = () => {}
  return new ReadableStream({
    start(controller) {
      stopListening = context.services.listen(() => wake())
      const send = (text: string) => controller.enqueue(encoder.encode(text))
      // Send the cursor at once: a client that disconnects before any change still resumes without a gap.
      send(`event: ${lost ? 'reset' : 'hello'}\nid: ${formatCursor(cursor)}\ndata: {}\n\n`)
      void pump(send).catch((error: unknown) => {
        context.services.log('warn', 'event stream ended', {
          requestId: context.requestId,
          error: String(error),
        })
        if (!ended) controller.close()
        stopListening()
      })
    },
    cancel() {
      ended = true
      stopListening()
      wake()
    },
  })

  async function pump(send: (text: string) => void): Promise<void> {
    while (!ended) {
      const woken = new Promise<void>((resolve) => (wake = resolve))
      // Read the roles again for each batch, so that a removed role takes effect at once.
      const actor = await currentActor(context.services, actorOf(context))
      if (!actor) throw new Error('the session or the token is over')
      const rows = await changesAfter(context, cursor, BATCH)
      for (const row of rows) {
        cursor = { transaction: row.transaction_id, seq: row.seq }
        if (!ended && mayBeTold({ ...context, actor }, row)) send(format(row))
      }
      if (rows.length === BATCH) continue
      const idle = Symbol('idle')
      let cancel = () => {}
      const timeout = new Promise<symbol>(
        (resolve) => (cancel = context.clock.setTimer(HEARTBEAT, () => resolve(idle))),
      )
      const reason = await Promise.race([woken, timeout])
      cancel()
      // Send an event and not a comment: browsers do not pass comments to pages.
      if (reason === idle && !ended) send(`event: beat\nid: ${formatCursor(cursor)}\ndata: {}\n\n`)
    }
  }
}

function mayBeTold(context: Context, row: ChangeLogRow): boolean {
  const scope = { siloId: row.silo_id, projectId: row.project_id }
  if (row.kind === 'ssh-key' || row.kind === 'bulk-job') return isOwn(context, row)
  if (row.kind === 'device-access-token') return isOwn(context, row) || may(context, scope, 'modify')
  if (row.kind === 'scim-token' && row.silo_id) return mayOfSilo(context, row.silo_id, 'modify_identities')
  if (row.kind === 'project-policy' && concerns(context, row)) return true
  return mayRead(context, scope, row.kind)
}

/** Whether a policy gives or just gave the caller a role. A user who loses it would otherwise keep a stale view. */
function concerns(context: Context, { before, after }: ChangeLogRow): boolean {
  const { userId, groupIds } = actorOf(context)
  return [before, after].some((policy) =>
    (JSON.parse(policy ?? '{}') as { roleAssignments?: { identityId: string }[] }).roleAssignments?.some(
      ({ identityId }) => identityId === userId || groupIds.includes(identityId),
    ),
  )
}

const isOwn = (context: Context, { before, after }: ChangeLogRow): boolean =>
  (JSON.parse(after ?? before ?? '{}') as { siloUserId?: string }).siloUserId === actorOf(context).userId

function format(row: ChangeLogRow & { seq: number; transaction_id: number }): string {
  const id = formatCursor({ transaction: row.transaction_id, seq: row.seq })
  const event = {
    cursor: id,
    time: row.time,
    kind: row.kind,
    action: row.action,
    id: row.resource_id,
    name: row.name,
    siloId: row.silo_id,
    projectId: row.project_id,
    parentId: row.parent_id,
  }
  const wire = Object.fromEntries(Object.entries(event).map(([key, value]) => [toSnake(key), value]))
  return `id: ${id}\ndata: ${JSON.stringify(wire)}\n\n`
}
