import { formatPosition, type Position, positionOf } from '../kit/sql/log-order.ts'
import type { LoggedChange } from './change-feed.ts'

const encoder = new TextEncoder()

/** Formats a message of the stream itself, with the position up to which the client has heard everything. */
export const signal = (event: 'hello' | 'reset' | 'beat', cursor: Position): Uint8Array =>
  encoder.encode(`event: ${event}\nid: ${formatPosition(cursor)}\ndata: {}\n\n`)

/** Formats the reason of an end by the server. Without an id, so that the client resumes after the last change. */
export const ending = (reason: string): Uint8Array =>
  encoder.encode(`event: end\ndata: ${JSON.stringify({ reason })}\n\n`)

/** Formats a change as a server-sent event. */
export function changeMessage(row: LoggedChange): Uint8Array {
  const cursor = formatPosition(positionOf(row))
  const data = JSON.stringify({
    cursor,
    time: row.time,
    kind: row.kind,
    action: row.action,
    id: row.resource_id,
    name: row.name,
    silo_id: row.silo_id,
    project_id: row.project_id,
    parent_id: row.parent_id,
  })
  return encoder.encode(`id: ${cursor}\ndata: ${data}\n\n`)
}
