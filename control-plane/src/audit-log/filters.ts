import { type RawBuilder, sql } from 'kysely'
import type { RequestOf } from '../kinds/handler.ts'

/** Columns in which a text is looked up. */
const SEARCHED = [
  'request_uri',
  'user_agent',
  'source_ip',
  'error_message',
  'request_id',
  'credential_id',
] as const

/** Returns the SQL conditions of the filters of a request. */
export function filtersOf({
  actor,
  operation,
  result,
  text,
}: RequestOf<'auditLogList'>['query']): RawBuilder<boolean>[] {
  const filters: RawBuilder<boolean>[] = []
  if (actor) filters.push(sql`audit_log.actor_id = ${actor}`)
  if (operation) filters.push(sql`audit_log.operation_id = ${operation}`)
  if (result) filters.push(sql`audit_log.result = ${result}`)
  if (text) filters.push(hasText(text))
  return filters
}

function hasText(text: string): RawBuilder<boolean> {
  const pattern = `%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`
  const conditions = SEARCHED.map(
    (column) => sql`lower(${sql.ref(`audit_log.${column}`)}) like ${pattern} escape '!'`,
  )
  return sql`(${sql.join(conditions, sql` or `)})`
}
