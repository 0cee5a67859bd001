import { readsOf } from '@granary/contract/generated/reads.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { Query } from '@tanstack/react-query'

/** One committed change, as the event stream tells it. */
export type Change = {
  cursor: string
  kind: string
  action: 'created' | 'updated' | 'deleted'
  id: string
  name: string | null
  siloId: string | null
  projectId: string | null
  parentId: string | null
}

/** Kinds that decide who may read what: nothing may stay on a screen whose reader has lost the right to it. */
const RIGHTS: readonly string[] = ['silo-policy', 'project-policy', 'silo-group']

type Input = { path?: Record<string, string>; query?: Record<string, string | undefined> }

/** What is looked at of a query to say whether a change touches it. */
export type Read = { queryKey: readonly unknown[]; state: { data: unknown } }

/** Names of the ids in what the console has read: which project is called what. */
export type Names = ReadonlyMap<string, string>

/** Whether a query shows one resource and not a list of them. */
export const isView = ({ queryKey }: Read): boolean => String(queryKey[0]).endsWith('View')

/**
 * Whether a query shows what a change touched. It reads the operation and its input out of the key, so a list of one
 * project is left alone by what happens in another. When in doubt (a name whose id is not known) it says yes.
 */
export function isTouchedBy(change: Change, read: Read, names: Names): boolean {
  const [operation, input] = read.queryKey as [string, Input | undefined]
  if (isOrphaned(change, input?.query?.project, names)) return true
  const { project } = input?.query ?? {}
  if (!RIGHTS.includes(change.kind) && !readsOf[change.kind as Kind]?.includes(operation as never))
    return false
  if (project && change.projectId && !isSame(project, change.projectId, names)) return false
  if (!isView(read) || RIGHTS.includes(change.kind)) return true
  const [own] = Object.values(input?.path ?? {})
  // A singleton has no name in its path and is always meant; what was renamed is known by its id.
  return own === undefined || own === change.id || own === change.name || idOf(read.state.data) === change.id
}

/** Whether a project that was named in a query is gone, or goes by another name now: nothing in it is found there any more. */
const isOrphaned = (change: Change, project: string | undefined, names: Names): boolean =>
  change.kind === 'project' &&
  change.action !== 'created' &&
  project !== undefined &&
  (change.action === 'deleted' || change.name !== project) &&
  isSame(project, change.id, names)

const idOf = (data: unknown): unknown => (data as { id?: unknown } | undefined)?.id

const isSame = (nameOrId: string, id: string, names: Names): boolean => {
  const known = names.get(id)
  return nameOrId === id || known === undefined || known === nameOrId
}

/** The ids and names of the projects that the console has seen. */
export function projectNames(queries: readonly Query[]): Names {
  const names = new Map<string, string>()
  const note = (item: unknown) => {
    const { id, name } = (item ?? {}) as { id?: string; name?: string }
    if (id && name) names.set(id, name)
  }
  for (const { queryKey, state } of queries) {
    if (queryKey[0] === 'projectView') note(state.data)
    if (queryKey[0] === 'projectList') (state.data as { items?: unknown[] } | undefined)?.items?.forEach(note)
  }
  return names
}
