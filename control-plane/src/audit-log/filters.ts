import { type RawBuilder, sql } from 'kysely'
import type { RequestOf } from '../kinds/handler.ts'
import type { Context } from '../kit/context/context.ts'
import { hasText } from '../kit/resources/filter-sources.ts'

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
export function filtersOf(
  { engine }: Pick<Context, 'engine'>,
  { actor, resource, operation, result, text }: RequestOf<'auditLogList'>['query'],
): RawBuilder<boolean>[] {
  const filters: RawBuilder<boolean>[] = []
  if (actor) filters.push(sql`${actor} in (audit_log.actor_id, audit_log.signed_in_id)`)
  if (resource) filters.push(isAbout(resource))
  if (operation) filters.push(sql`audit_log.operation_id = ${operation}`)
  if (result) filters.push(sql`audit_log.result = ${result}`)
  if (text) filters.push(hasAnyText(engine, text))
  return filters
}

/** Selects the requests that name a resource, and those that changed it: its creation names only its parent. */
const isAbout = (id: string): RawBuilder<boolean> =>
  sql`(audit_log.resource_id = ${id} or audit_log.request_id in (select request_id from change_log where resource_id = ${id}))`

const hasAnyText = (engine: Context['engine'], value: string): RawBuilder<boolean> =>
  sql`(${sql.join(
    SEARCHED.map((name) => hasText(sql.ref(`audit_log.${name}`), { engine, operator: '', value })),
    sql` or `,
  )})`
