import type { Everyday } from './everyday.ts'

const DAY = 24 * 60 * 60 * 1000

/** `granary audit-log list` shows the last day, the newest entries first. */
export const auditLogList: Everyday = {
  example: '--limit 50',
  knows: ['start_time'],
  flags: (_world, _target, given) => ({
    ...given,
    'start-time': given['start-time'] ?? new Date(Date.now() - DAY).toISOString(),
    ...(given['start-time'] === undefined &&
      given['sort-by'] === undefined && { 'sort-by': 'time_and_id_descending' }),
  }),
}
