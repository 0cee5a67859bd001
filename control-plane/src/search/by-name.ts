import type { Context } from '../kit/context.ts'
import { type FoundRow, inSilo, inVisibleProjects, type Result, resultOf } from './result.ts'

/** Most results of one kind, so that one kind never hides the others. */
const MAX_OF_KIND = 6
/** Sorts after every character of a name. */
const AFTER = '~'

/** Finds resources whose name is the text, then those whose name begins with it. */
export async function byName(context: Context, text: string): Promise<Result[]> {
  const exact: FoundRow[] = []
  const beginning: FoundRow[] = []
  for (const query of [...inSilo(context), ...inVisibleProjects(context)]) {
    const named = query.limit(MAX_OF_KIND).where('found.name', '<', text + AFTER)
    const found = await named.where('found.name', '>=', text).execute()
    // Each statement searches every project, so the others run only if this one may not have found all.
    const isAll = found.length < MAX_OF_KIND
    exact.push(
      ...(isAll
        ? found.filter(({ name }) => name === text)
        : await named.where('found.name', '=', text).execute()),
    )
    beginning.push(
      ...(isAll
        ? found.filter(({ name }) => name !== text)
        : await named.where('found.name', '>', text).execute()),
    )
  }
  return [...exact, ...beginning].map(resultOf)
}

/** Finds the resource with an ID. */
export async function byId(context: Context, id: string): Promise<Result[]> {
  for (const query of [...inSilo(context), ...inVisibleProjects(context)]) {
    const row = await query.where('found.id', '=', id).executeTakeFirst()
    if (row) return [resultOf(row)]
  }
  return []
}
