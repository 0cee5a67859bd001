import { isUuid } from '@granary/domain/names.ts'
import { CommandError, EXIT } from '../exit-codes.ts'
import { askJson, RefusedError } from '../http.ts'
import { itemsOf } from '../pages.ts'
import type { Target, World } from '../target.ts'

/** Names that a message lists at most. */
const MAX_LISTED = 8

type Found = { id: string; name: string; size?: number }
/** What can be found, and where its list is. */
const LISTS = {
  image: '/v1/images',
  snapshot: '/v1/snapshots',
  template: '/experimental/v1/instance-templates',
} as const
type Noun = keyof typeof LISTS

/**
 * Finds a resource of a project, or one that all projects share, by its name or ID.
 * @param noun what to call it.
 * @throws CommandError 1 if there is none; the message names those that there are.
 */
export async function find<Its extends Found = Found>(
  { interrupted }: World,
  target: Target,
  noun: Noun,
  name: string,
  project: string,
): Promise<Its> {
  const path = LISTS[noun]
  const look = async (query: URLSearchParams) => {
    try {
      const one = { method: 'GET', path: `${path}/${encodeURIComponent(name)}`, query }
      return await askJson<Its>(target, one, interrupted)
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return null
      throw error
    }
  }
  const found =
    (isUuid(name) ? null : await look(new URLSearchParams({ project }))) ??
    // An ID needs no project, and an image of the silo has none.
    (isUuid(name) || noun === 'image' ? await look(new URLSearchParams()) : null)
  if (found) return found
  const names: string[] = []
  const all = { method: 'GET', path, query: new URLSearchParams({ project }) }
  for await (const { name: other } of itemsOf<Found>(target, all, MAX_LISTED + 1, interrupted))
    names.push(other)
  throw new CommandError(EXIT.refused, `there is no ${noun} "${name}"${hintOf(noun, names)}`)
}

function hintOf(noun: Noun, names: readonly string[]): string {
  if (names.length > 0)
    return `; there are ${names.slice(0, MAX_LISTED).join(', ')}${names.length > MAX_LISTED ? ' and more' : ''}`
  if (noun === 'image')
    return ', and none at all: `granary image upload` makes one from a file, `granary image-fetch create` from an address'
  return ', and none at all in this project'
}
