import { readsOf } from '@granary/contract/generated/reads.ts'
import type { Kind } from '@granary/domain/kinds.ts'
import type { Query } from '@tanstack/react-query'

/** One committed change, as the event stream sends it. */
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

/** Kinds that decide read permissions: a screen must not show data that its user may no longer read. */
const RIGHTS: readonly string[] = ['silo-policy', 'project-policy', 'silo-group']

type Input = { path?: Record<string, string>; query?: { project?: string | readonly string[] } }

/** The parts of a query that decide whether a change affects it. */
export type Read = { queryKey: readonly unknown[]; state: { data: unknown } }

/** Names by id in the data that the console has read, such as project names. */
export type Names = ReadonlyMap<string, string>

/** Whether a query shows one resource rather than a list. */
export const isView = ({ queryKey }: Read): boolean => String(queryKey[0]).endsWith('View')

/**
 * Whether a change affects a query. It reads the operation and its input out of the query key, so a list of one project
 * isn't affected by changes in another. When in doubt (a name whose id is unknown) it returns true.
 */
export function isTouchedBy(change: Change, read: Read, names: Names): boolean {
  const [operation, input] = read.queryKey as [string, Input | undefined]
  const projects = projectsOf(input)
  if (projects.some((project) => isOrphaned(change, project, names))) return true
  if (!RIGHTS.includes(change.kind) && !readsOf[change.kind as Kind]?.includes(operation as never))
    return false
  const { projectId } = change
  if (projectId && projects.length > 0 && !projects.some((project) => isSame(project, projectId, names)))
    return false
  if (!isView(read) || RIGHTS.includes(change.kind)) return true
  const [own] = Object.values(input?.path ?? {})
  // A singleton has no name in its path and always matches. A renamed resource is matched by its id.
  return own === undefined || own === change.id || own === change.name || idOf(read.state.data) === change.id
}

/** The projects that a query names; none if it reads in all of them. */
const projectsOf = (input: Input | undefined): readonly string[] =>
  [input?.query?.project ?? input?.path?.project ?? []].flat()

/** Whether a project that a query names is deleted or renamed: nothing in it is found under that name any more. */
const isOrphaned = (change: Change, project: string, names: Names): boolean =>
  change.kind === 'project' &&
  change.action !== 'created' &&
  (change.action === 'deleted' || change.name !== project) &&
  isSame(project, change.id, names)

const idOf = (data: unknown): unknown => (data as { id?: unknown } | undefined)?.id

const isSame = (nameOrId: string, id: string, names: Names): boolean => {
  const known = names.get(id)
  return nameOrId === id || known === undefined || known === nameOrId
}

/** Returns the ids and names of the projects that the console has read. */
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
