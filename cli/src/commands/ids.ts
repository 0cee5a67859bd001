import { catalog, type Entry } from '@granary/contract/commands/catalog.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { z } from 'zod'
import { CommandError, EXIT } from '../exit-codes.ts'
import type { Ask } from '../http.ts'
import { itemsOf } from '../pages.ts'
import type { Target, World } from '../target.ts'
import { isItem } from '../output/show.ts'
import { listOfArgument } from './names.ts'
import { filled } from './path.ts'

/** Fields by which people call what has an ID. */
const CALLED = ['name', 'display_name', 'user_name', 'external_id', 'serial']

const SOME_ID = '3fa85f64-5717-4562-b3fc-2c963f66afa6'

/** Items that are searched for a name at most. */
const MAX_SEARCHED = 10_000

/**
 * Returns the arguments of a command with names replaced by IDs where the API takes only IDs, from the list of the kind.
 * @throws CommandError 1 if nothing has the name, or several have it.
 */
export async function idsOf(
  world: World,
  target: Target,
  entry: Entry,
  args: readonly string[],
  query: URLSearchParams,
): Promise<string[]> {
  const schemas = Object.values(entry.operation.params.shape)
  const ids: string[] = []
  for (const [at, arg] of args.entries()) {
    const list = isUuid(arg) || !takesOnlyIds(schemas[at]) ? undefined : listFor(entry, at)
    ids.push(list ? await idOf(world, target, list, { name: arg, before: ids, query }) : arg)
  }
  return ids
}

const takesOnlyIds = (schema: z.ZodType | undefined): boolean =>
  schema !== undefined && !schema.safeParse('a-name').success && schema.safeParse(SOME_ID).success

/** A family whose list is elsewhere: `silo-user disable` takes what `silo-user list` shows. */
const listFor = (entry: Entry, at: number): Entry | undefined =>
  listOfArgument(entry, at) ??
  (at === 0 ? catalog.find(({ family, verb }) => family === entry.family && verb === 'list') : undefined)

async function idOf(
  { interrupted }: World,
  target: Target,
  { family, operation }: Entry,
  { name, before, query }: { name: string; before: readonly string[]; query: URLSearchParams },
): Promise<string> {
  const path = filled(operation.path, before)
  const taken = [...query].filter(([key]) => Object.hasOwn(operation.query.shape, key))
  const ask: Ask = { method: 'GET', path, query: new URLSearchParams(taken) }
  const found: string[] = []
  for await (const item of itemsOf(target, ask, MAX_SEARCHED, interrupted)) {
    if (isItem(item) && CALLED.some((field) => item[field] === name)) found.push(String(item.id))
  }
  const [id, ...others] = found
  if (id !== undefined && others.length === 0) return id
  const noun = family.replaceAll('-', ' ')
  throw new CommandError(
    EXIT.refused,
    found.length === 0
      ? `there is no ${noun} called "${name}"; \`granary ${family} list\` shows their IDs`
      : `several are called "${name}", so give the ID: ${found.slice(0, 10).join(', ')}`,
  )
}
