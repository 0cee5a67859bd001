import type { AuditLogRow } from '../database/schema.ts'
import { formatPosition, parsePosition, POSITION, type Position, START } from '../kit/sql/log-order.ts'
import { markerIn, type SortMode } from '../kit/request/pagination.ts'

/** How far a forward reader has come in a batch of entries, whose order is that of their times. */
export type Place = {
  /** The position after which the batch begins. */
  after: Position
  /** Its last position, once it has begun. */
  upTo?: Position
  /** The last entry that was read in it. */
  seen?: Pick<AuditLogRow, 'time_completed' | 'id'>
}

/** Three forms: between two batches, within a batch, and that of versions that knew no batches. */
const MARKER = new RegExp(
  `^(?:(?<after>${POSITION})(?:/(?<upTo>${POSITION})/(?<time>[^/]+)/(?<id>[\\da-f-]{36}))?|(?<oldTime>[^/]+)/(?<oldId>[\\da-f-]{36}))$`,
)

/** Returns the place of a request. @throws ApiError 400 for a page token of another list. */
export function placeIn({ pageToken }: { pageToken?: string | null | undefined }, sort: SortMode): Place {
  if (!pageToken) return { after: START }
  const {
    after,
    upTo,
    time = '',
    id = '',
    oldTime = '',
    oldId = '',
  } = markerIn(pageToken, sort, MARKER).groups ?? {}
  if (!after) return { after: START, seen: { time_completed: oldTime, id: oldId } }
  if (!upTo) return { after: parsePosition(after) }
  return { after: parsePosition(after), upTo: parsePosition(upTo), seen: { time_completed: time, id } }
}

/** Returns the marker of a page token. */
export const markerOf = ({ after, upTo, seen }: Place): string =>
  upTo && seen
    ? `${formatPosition(after)}/${formatPosition(upTo)}/${seen.time_completed}/${seen.id}`
    : formatPosition(after)
