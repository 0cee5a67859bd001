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
  resource,
  operation,
  result,
  text,
}: RequestOf<'auditLogList'>['query']): RawBuilder<boolean>[] {
  const filters: RawBuilder<boolean>[] = []
  if (actor) filters.push(sql`${actor} in (audit_log.actor_id, audit_log.signed_in_id)`)
  if (resource) filters.push(isAbout(resource))
  if (operation) filters.push(sql`audit_log.operation_id = ${operation}`)
  if (result) filters.push(sql`audit_log.result = ${result}`)
  if (text) filters.push(hasText(text))
  return filters
}

/** Selects the requests that name a resource, and those that changed it: its creation names only its parent. */
const isAbout = (id: string): RawBuilder<boolean> =>
  sql`(audit_log.resource_id = ${id} or audit_log.request_id in (select request_id from change_log where resource_id = ${id}))`

/** SQLite lowers ASCII letters only, so a text with other letters is also compared as it is. */
function hasText(text: string): RawBuilder<boolean> {
  const lower = patternOf(text.toLowerCase())
  const conditions = SEARCHED.flatMap((name) => {
    const column = sql.ref(`audit_log.${name}`)
    const ignoringCase = sql`lower(${column}) like ${lower} escape '!'`
    return /\P{ASCII}/u.test(text)
      ? [ignoringCase, sql`${column} like ${patternOf(text)} escape '!'`]
      : [ignoringCase]
  })
  return sql`(${sql.join(conditions, sql` or `)})`
}

const patternOf = (text: string): string => `%${text.replace(/[!%_]/g, '!$&')}%`
