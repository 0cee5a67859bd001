import type { World } from './world.ts'

/**
 * Returns the number of change log entries about a resource, the last one, and the state that all of them together lead to: an
 * update has only the fields that it changed.
 */
export async function lastChange({ services }: World, kind: string, id: string) {
  const rows = await services.db
    .selectFrom('change_log')
    .selectAll()
    .where('kind', '=', kind)
    .where('resource_id', '=', id)
    .orderBy('seq')
    .execute()
  const last = rows.at(-1)
  if (!last) throw new Error(`no change of ${kind} ${id} is logged`)
  const read = (view: string | null) =>
    (view === null ? null : JSON.parse(view)) as Record<string, unknown> | null
  const state = Object.assign({}, ...rows.map(({ after }) => read(after))) as Record<string, unknown>
  return {
    entries: rows.length,
    last: { ...last, before: read(last.before), after: read(last.after) },
    state,
  }
}
