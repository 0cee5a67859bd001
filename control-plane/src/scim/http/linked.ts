import type { Context } from '../../kit/context.ts'
import { inSnapshot } from '../../kit/transaction.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { Collection, Link, Stored } from '../collection.ts'
import { noSuchResource } from './errors.ts'

/** Links that are read in one turn: those of a group of 9,000 members take 25 ms. */
const AT_ONCE = 1_000

type Wanted = {
  collection: Collection
  id: string
  nextTurn: () => Promise<void> | void
}

/** Loads a resource without its links. @throws ScimError 404. */
export async function loaded(
  context: Context,
  { collection, id }: Pick<Wanted, 'collection' | 'id'>,
): Promise<Stored> {
  const [found] = isUuid(id) ? await collection.load(context, { narrow: { by: 'id', value: id } }) : []
  if (!found) throw noSuchResource(collection.type.name)
  return found
}

/** Loads a resource with its links, many of them in turns. Await it outside of a transaction only. @throws ScimError 404. */
export async function linkedInTurns(context: Context, wanted: Wanted): Promise<Stored> {
  const { collection, id, nextTurn } = wanted
  const first = await inSnapshot(context, async (inner) => {
    const found = await loaded(inner, wanted)
    const { linkSome } = collection
    const count = linkSome ? ((await collection.countLinks(inner, [id])).get(id) ?? 0) : 0
    if (count <= AT_ONCE) await collection.link(inner, [found])
    return found
  })
  if (first.links) return first
  const links: Link[] = []
  for (let hasMore = true; hasMore;) {
    await nextTurn()
    const after = links.at(-1)?.id ?? ''
    const some = await inSnapshot(context, (inner) => collection.linkSome!(inner, id, after, AT_ONCE))
    links.push(...some)
    hasMore = some.length === AT_ONCE
  }
  await nextTurn()
  return inSnapshot(context, async (inner) => {
    const last = await loaded(inner, wanted)
    // A change of the links has a new revision. It seldom comes between these reads.
    if (last.revision !== first.revision) await collection.link(inner, [last])
    else last.links = links.toSorted(byName)
    return last
  })
}

const byName = (one: Link, other: Link): number =>
  one.name === other.name ? (one.id < other.id ? -1 : 1) : one.name < other.name ? -1 : 1
