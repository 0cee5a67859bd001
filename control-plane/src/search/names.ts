import { actorOf, type Context, visibility } from '../kit/context/context.ts'
import { visibleRows } from '../shared/projects/visible.ts'
import type { KindInProject } from './tables.ts'

/** Kinds that are found by their names. */
export type Searched = 'project' | KindInProject

/** A search of a kind for names that begin with a text. */
export type NameQuery = { kind: Searched; operator: '=' | '>' | '>='; text: string }

/** Callers with roles in more projects than this, and none in the silo, search the names of their silo. */
const MAX_PROJECTS = 500
/** Names of a silo that are read at most for a caller who may not see all of them. */
const MAX_NAMES = 1_000
const NAMES_AT_ONCE = 200

/** Sorts after every character of a name. */
export const AFTER = '~'

type Entries = ReturnType<typeof entriesOf>

/** Returns a query of names in the caller's silo, in the order of an index. */
export function namesInSilo(context: Context, { kind, operator, text }: NameQuery): Entries {
  // Names of projects are unique, those of other resources only in a project.
  const entries =
    kind === 'project'
      ? projectsOf(context).orderBy('entry.name')
      : entriesOf(context, kind).orderBy('entry.name').orderBy('entry.id')
  return entries.where('entry.name', operator, text).where('entry.name', '<', text + AFTER)
}

/** Returns a query of the interfaces in the caller's silo with an address. */
export const interfacesInSilo = (context: Context, column: 'ipv4' | 'ipv6', ip: string): Entries =>
  entriesOf(context, column).where('entry.name', '=', ip).orderBy('entry.id')

const entriesOf = (context: Context, kind: KindInProject | 'ipv4' | 'ipv6') =>
  context.db
    .selectFrom('search_name as entry')
    .where('entry.silo_id', '=', actorOf(context).siloId)
    .where('entry.kind', '=', kind)
    .select(['entry.id', 'entry.silo_id', 'entry.project_id'])

const projectsOf = (context: Context): Entries =>
  context.db
    .selectFrom('project as entry')
    .where('entry.silo_id', '=', actorOf(context).siloId)
    .select(['entry.id', 'entry.silo_id', 'entry.id as project_id']) as unknown as Entries

type Ids = { limit: (count: number) => { execute: () => Promise<{ id: string }[]> } }

/**
 * Returns the IDs of the first resources that the caller may see. A caller with roles in more than 500 projects, but none in the
 * silo, finds those among the first 1,000 of the silo, because a search of each of 10,000 projects takes 60 ms.
 * @param inSilo the resources of the silo, in the order of an index.
 * @param inProjects the same in each project that the caller may see.
 */
export async function firstVisible(
  context: Context,
  max: number,
  inSilo: Entries,
  inProjects: () => Ids,
): Promise<string[]> {
  const { all, projects } = visibility(context)
  if (!all && projects.size <= MAX_PROJECTS) return idsOf(await inProjects().limit(max).execute())
  if (all) return idsOf(await inSilo.limit(max).execute())
  const found: { id: string }[] = []
  for (let at = 0; at < MAX_NAMES && found.length < max; at += NAMES_AT_ONCE) {
    const rows = await inSilo.limit(NAMES_AT_ONCE).offset(at).execute()
    found.push(...visibleRows(context, rows))
    if (rows.length < NAMES_AT_ONCE) break
  }
  return idsOf(found.slice(0, max))
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)
