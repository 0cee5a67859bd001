import { ATTEMPT_LIMITS, KNOWN_ADDRESS_LIFETIME } from '@granary/domain/attempt-limits.ts'
import { sql } from 'kysely'
import { FETCH_RETENTION_MS } from '../kinds/image-fetch.ts'
import { JOB_RETENTION_MS } from '../kinds/bulk-job.ts'
import type { Expired } from '../kit/sql/prune.ts'
import type { Services } from '../kit/context/services.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const LONGEST_WINDOW_MS = Math.max(...Object.values(ATTEMPT_LIMITS).map(({ window }) => window))

/**
 * Returns everything that expires. Many of these rows also go when they are next met; this finds those that nothing meets.
 * Finished tasks and used codes leave no rows.
 */
export function expiredRows({ clock, settings }: Pick<Services, 'clock' | 'settings'>): Expired[] {
  const ago = (age: number) => new Date(clock.now().getTime() - age).toISOString()
  const now = ago(0)
  return [
    {
      table: 'change_log',
      // The newest entry stays: it is the position of streams that wait for the next one.
      where: sql`time < ${ago(settings.changeLogRetention)} and seq < (select max(seq) from change_log)`,
      oldest: ['transaction_id', 'seq'],
    },
    {
      table: 'audit_log',
      where: sql`time_completed < ${ago(settings.auditLogRetention)}`,
      oldest: ['time_completed', 'id'],
    },
    {
      table: 'usage_point',
      // The last point before the retained time still holds at its beginning, unless it is of nothing.
      where: sql`counter in ('project', 'silo', 'quota') and time < ${ago(settings.metricsRetention)} and ((cpus = 0 and memory = 0 and storage = 0) or exists (
        select 1 from usage_point later where later.counter = usage_point.counter
          and later.scope_id = usage_point.scope_id and later.time < ${ago(settings.metricsRetention)}
          and (later.time, later.seq) > (usage_point.time, usage_point.seq)))`,
    },
    {
      table: 'session',
      where: sql`(time_last_used < ${ago(settings.sessionIdle)} or time_created < ${ago(settings.sessionLifetime)})`,
    },
    {
      table: 'role_assignment',
      // The roles of a deleted project decide which event streams hear of its deletion, so they stay a little longer.
      where: sql`resource_kind = 'project' and not exists (select 1 from project where project.id = role_assignment.resource_id)
        and not exists (select 1 from change_log where change_log.resource_id = role_assignment.resource_id
          and kind = 'project' and action = 'deleted' and time >= ${ago(HOUR)})`,
    },
    {
      table: 'alert',
      where: sql`cause is null and time_modified < ${ago(settings.auditLogRetention)}`,
      oldest: ['time_created', 'id'],
    },
    { table: 'access_token', where: sql`time_expires < ${ago(HOUR)}` },
    { table: 'device_auth_request', where: sql`time_expires < ${ago(HOUR)}` },
    { table: 'issue_snooze', where: sql`until <= ${now}` },
    { table: 'saml_request', where: sql`time_expires <= ${now}` },
    { table: 'saml_test', where: sql`time_expires <= ${now}` },
    { table: 'saml_answer', where: sql`time_expires <= ${now}` },
    { table: 'saml_assertion', where: sql`time_expires <= ${now}` },
    { table: 'sign_in_attempt', where: sql`time_first <= ${ago(LONGEST_WINDOW_MS)}` },
    { table: 'known_address', where: sql`time_last_used <= ${ago(KNOWN_ADDRESS_LIFETIME)}` },
    { table: 'second_factor', where: sql`time_confirmed is null and time_created < ${ago(DAY)}` },
    { table: 'image_fetch', where: sql`time_completed < ${ago(FETCH_RETENTION_MS)}` },
    {
      table: 'bulk_job_item',
      where: sql`job_id in (select id from bulk_job where time_created < ${ago(JOB_RETENTION_MS)})`,
    },
    {
      table: 'bulk_job',
      where: sql`time_created < ${ago(JOB_RETENTION_MS)}
        and not exists (select 1 from bulk_job_item where job_id = bulk_job.id)`,
    },
  ]
}
