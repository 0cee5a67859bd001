import { storedJson } from '../kit/base/stored-json.ts'
import { RECENT_KINDS } from '@granary/contract/overview.ts'
import type { CallOutput } from '@granary/contract/call.ts'
import { isTemporaryName } from '@granary/domain/temporary-names.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { Context } from '../kit/context/context.ts'

type Recent = Omit<CallOutput<'projectOverview'>['recent'][number], 'time'> & { time: string }

/** Resources of an overview. */
const MAX_SHOWN = 8
/** Entries of the change log that are read: a resource often has several in a row. */
const MAX_READ = 60

const isShown = (kind: string): kind is Recent['kind'] => RECENT_KINDS.some((shown) => shown === kind)

/** Whether an upload made a disk or snapshot, and deletes it. Its image has an entry of its own. */
const isTemporary = (kind: Kind, name: string | null): boolean =>
  (kind === 'disk' || kind === 'snapshot') && name !== null && isTemporaryName(name)

/** Returns the resources of a project that changed last, newest first, each once. */
export async function recentChanges(context: Context, projectId: string): Promise<Recent[]> {
  const rows = await context.db
    .selectFrom('change_log')
    .leftJoin('silo_user', 'silo_user.id', 'change_log.actor_id')
    .select(['change_log.time', 'change_log.kind', 'change_log.action', 'change_log.resource_id'])
    .select(['change_log.name', 'change_log.after', 'silo_user.display_name'])
    .where('change_log.project_id', '=', projectId)
    .orderBy('change_log.seq', 'desc')
    .limit(MAX_READ)
    .execute()
  const recent = new Map<string, Recent>()
  for (const { kind, ...row } of rows) {
    if (!isShown(kind) || isTemporary(kind, row.name)) continue
    const later = recent.get(row.resource_id)
    if (!later)
      recent.set(row.resource_id, {
        time: row.time,
        kind,
        action: row.action,
        resourceId: row.resource_id,
        name: row.name,
        state: stateOf(kind, row.after),
        actor: row.display_name,
      })
    else {
      // An entry of an update has only the fields that changed.
      if (later.action !== 'deleted') later.state ??= stateOf(kind, row.after)
      if (later.action === 'updated') later.action = row.action
      later.actor ??= row.display_name
    }
  }
  return [...recent.values()].slice(0, MAX_SHOWN)
}

/** What an entry of the change log may have of a state. */
type Shown = { runState?: Recent['state']; state?: Recent['state'] | { state: Recent['state'] } }

/** Returns the state in an entry of the change log; null if it has none. */
function stateOf(kind: Kind, after: string | null): Recent['state'] {
  if (!after || !['instance', 'disk', 'snapshot'].includes(kind)) return null
  const { runState, state } = storedJson<Shown>(after)
  return runState ?? (typeof state === 'object' ? state?.state : state) ?? null
}
