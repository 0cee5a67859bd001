import { actorOf } from '../kit/context.ts'
import { enforceLimit } from '../kit/limit.ts'
import type { Services } from '../kit/services.ts'
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
    raw: async (context, { query }, request) => {
      const { services } = context
      const leave = enter(services, actorOf(context).userId)
      try {
        const resumeAt = query.cursor ?? request.headers.get('last-event-id')
        const given = resumeAt ? parseCursor(resumeAt) : null
        const start = given ?? (await recentCursor(services, HEAD_START))
        const lost = given !== null && (await tooOld(services, given))
        const cursor = lost ? await latestCursor(services) : start
        return new Response(eventStream(context, { cursor, lost }, leave), {
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

/** Open streams by user, on this server. */
const counts = new WeakMap<Services, Map<string, number>>()

/**
 * Counts a stream of a user.
 * @returns a function that ends the count.
 * @throws ApiError 429 if the user has too many streams.
 */
function enter(services: Services, userId: string): () => void {
  const streams = counts.get(services) ?? new Map<string, number>()
  counts.set(services, streams)
  const open = streams.get(userId) ?? 0
  enforceLimit('eventStreams', open)
  streams.set(userId, open + 1)
  return () => {
    const left = streams.get(userId)! - 1
    if (left === 0) streams.delete(userId)
    else streams.set(userId, left)
  }
}
