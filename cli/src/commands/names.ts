import { catalog, type Entry } from '@granary/contract/commands/catalog.ts'
import { itemSchemaOf, listIn } from '../answer.ts'
import { askJson } from '../http.ts'
import { targetOf, type World } from '../target.ts'
import { nameOf } from '../output/show.ts'
import { filled } from './path.ts'
import { defaultProject } from './project.ts'

/** A shell waits for the names: milliseconds after which it gets none. */
const PATIENCE = 2_000

/** Names that a shell lists at most. */
const MAX_NAMES = 1_000

/** Names that no shell and no terminal acts on, whichever server they are from. */
const SAFE = /^[a-z][\w.-]*$|^[\da-f-]{36}$/i

/** The complete part of a command line whose next word is wanted. */
export type Typed = { args: readonly string[]; flags: Readonly<Record<string, string>> }

/**
 * Returns the names of the resources that an argument or a flag can have, from the list of their kind.
 * None if the list needs a flag that the line lacks, such as a project, or if the server doesn't answer in time.
 */
export async function namesIn(world: World, list: Entry | undefined, typed: Typed): Promise<string[]> {
  if (!list) return []
  const query = queryOf(world, list, typed)
  if (query === null) return []
  const path = filled(list.operation.path, typed.args)
  const interrupted = AbortSignal.any([world.interrupted, AbortSignal.timeout(PATIENCE)])
  try {
    const ask = { method: 'GET', path, query }
    const answer = await askJson(targetOf(world, typed.flags.host), ask, interrupted)
    return listIn(answer)
      .map(nameOf)
      .filter((name) => SAFE.test(name))
  } catch {
    // A message would appear in the middle of the line.
    return []
  }
}

/** Returns the query of a list with the flags of the line; null if one is missing. */
function queryOf(world: World, { operation: { query } }: Entry, { flags }: Typed): URLSearchParams | null {
  const search = new URLSearchParams()
  for (const [name, schema] of Object.entries(query.shape)) {
    const value =
      name === 'limit'
        ? String(MAX_NAMES)
        : (flags[name] ?? (name === 'project' ? defaultProject(world) : null))
    if (value !== null) search.set(name, value)
    else if (!schema.safeParse(undefined).success) return null
  }
  return search
}

/** Returns the list that has the possible values of an argument of an operation. @param at counts the arguments. */
export function listOfArgument({ operation: { path } }: Entry, at: number): Entry | undefined {
  const [end] = [...path.matchAll(/\/\{\w+\}/g)].slice(at)
  // What follows the path is the name of something new.
  if (!end) return undefined
  return catalog.find(({ operation }) => isList(operation) && operation.path === path.slice(0, end.index))
}

/** Returns the list that has the possible values of a flag: `--disk` takes those of `disk list`. */
export const listOfFlag = (flag: string): Entry | undefined =>
  catalog.find(
    ({ family, verb, operation }) =>
      family === flag && verb === 'list' && isList(operation) && !operation.path.includes('{'),
  )

const isList = (operation: Entry['operation']): boolean =>
  operation.method === 'GET' && itemSchemaOf(operation) !== null
