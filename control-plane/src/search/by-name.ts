import type { Context } from '../kit/context/context.ts'
import { namesInEachProject } from './each-project.ts'
import { AFTER, firstVisible, namesInSilo, type NameQuery, type Searched } from './names.ts'
import { type FoundRow, type Result, resultOf, rowsOf, siloImages } from './result.ts'
import { kindsInProject } from './tables.ts'

/** Most results of one kind, so that one kind never hides the others. */
const MAX_OF_KIND = 6

const KINDS: readonly Searched[] = ['project', ...kindsInProject]

type Search = (operator: NameQuery['operator']) => Promise<FoundRow[]>

/** Finds resources whose name is the text, then those whose name begins with it. */
export async function byName(context: Context, text: string): Promise<Result[]> {
  const exact: FoundRow[] = []
  const beginning: FoundRow[] = []
  for (const search of searchesFor(context, text)) {
    const found = await search('>=')
    // The others run only if this one may not have found all.
    const isAll = found.length < MAX_OF_KIND
    exact.push(...(isAll ? found.filter(({ name }) => name === text) : await search('=')))
    beginning.push(...(isAll ? found.filter(({ name }) => name !== text) : await search('>')))
  }
  return [...exact, ...beginning].map(resultOf)
}

function searchesFor(context: Context, text: string): Search[] {
  const searches = KINDS.map((kind): Search => async (operator) => {
    const names = { kind, operator, text }
    const inProjects = () => namesInEachProject(context, names)
    const ids = await firstVisible(context, MAX_OF_KIND, namesInSilo(context, names), inProjects)
    return rowsOf(context, kind, ids)
  })
  const images = siloImages(context)
  if (!images) return searches
  const named = images.where('found.name', '<', text + AFTER).limit(MAX_OF_KIND)
  return [...searches, (operator) => named.where('found.name', operator, text).execute()]
}

/** Finds the resource with an ID. */
export async function byId(context: Context, id: string): Promise<Result[]> {
  for (const kind of KINDS) {
    const [row] = await rowsOf(context, kind, [id])
    if (row) return [resultOf(row)]
  }
  const image = await siloImages(context)?.where('found.id', '=', id).executeTakeFirst()
  return image ? [resultOf(image)] : []
}
