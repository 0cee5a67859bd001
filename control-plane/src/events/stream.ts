import { actorOf } from '../kit/context/context.ts'
import { countOpen } from '../kit/request/open-counts.ts'
import { handlers } from '../kinds/handler.ts'
import { latestCursor, parseCursor, recentCursor, tooOld } from './change-feed.ts'
import { eventStream } from './event-stream.ts'

/**
 * Time before the connection that a stream without a cursor covers: the client may have read stale data then;
 * milliseconds.
 */
const HEAD_START = 5_000

export const eventHandlers = handlers({
  eventStream: {
    raw: async (context, { query }, request, client) => {
      const leave = countOpen(context.services, 'eventStreams', actorOf(context).userId)
      try {
        const resumeAt = query.cursor ?? request.headers.get('last-event-id')
        const given = resumeAt ? parseCursor(resumeAt) : null
        const start = given ?? (await recentCursor(context, HEAD_START))
        const lost = given !== null && (await tooOld(context, given))
        const cursor = lost ? await latestCursor(context) : start
        return new Response(eventStream({ context, client }, { cursor, lost }, leave), {
          headers: {
            'content-type': 'text/event-stream',
            'cache-control': 'no-store',
            'x-accel-buffering': 'no',
          },
        })
      } catch (error) {
        leave()
        throw error
      }
    },
  },
})
