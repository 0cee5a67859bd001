import { HISTORY_PAGE } from '@granary/contract/history.ts'
import type { Context } from '../kit/context/context.ts'

export type StoredChange = Awaited<ReturnType<typeof changesOf>>[number]

/** Returns a page of the changes of a resource, the newest first. The entry of the audit log has the ID of its request. */
export const changesOf = ({ db }: Context, id: string, before: number | undefined) =>
  db
    .selectFrom('change_log')
    .leftJoin('silo_user', 'silo_user.id', 'change_log.actor_id')
    .leftJoin('audit_log', 'audit_log.id', 'change_log.request_id')
    .selectAll('change_log')
    .select(['silo_user.display_name', 'silo_user.silo_id as actor_silo_id'])
    .select(['audit_log.actor_silo_id as audited_silo_id', 'audit_log.source_ip', 'audit_log.user_agent'])
    .where('change_log.resource_id', '=', id)
    .$call((some) => (before === undefined ? some : some.where('change_log.seq', '<', before)))
    .orderBy('change_log.seq', 'desc')
    .limit(HISTORY_PAGE)
    .execute()
