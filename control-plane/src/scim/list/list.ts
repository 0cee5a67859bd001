import type { Context } from '../../kit/context/context.ts'
import { eventLoopTurn } from '../../kit/base/event-loop-turn.ts'
import { matches } from '../filter/matches.ts'
import { MAX_COMPARISONS, type Spend } from '../filter/spend.ts'
import { refused } from '../http/errors.ts'
import type { Collection, Stored } from '../collection.ts'
import { represent } from '../represent.ts'
import type { Resource } from '../schema/read.ts'
import { firstWithinLinks } from './within-links.ts'
import { mentions, narrowOf } from './narrow.ts'
import type { ListQuery } from './query.ts'
import { includes, select } from './selection.ts'
import { type SortKey, sorted, sortKeyOf } from './sort.ts'

const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Returns one page of resources (RFC 7644 section 3.4.2.4), in creation order unless sorted. */
export async function listResources(
  context: Context,
  collection: Collection,
  query: ListQuery,
  base: string,
): Promise<Resource> {
  const { total, resources } =
    query.filter || query.sortBy
      ? await chosen(context, collection, query, base)
      : await page(context, collection, query, base)
  return {
    schemas: [LIST],
    totalResults: total,
    startIndex: query.startIndex,
    itemsPerPage: resources.length,
    Resources: resources.map((resource) => select(resource, query.selection)),
  }
}

type Page = { total: number; resources: Resource[] }

/** Without a filter, the database counts and pages. */
async function page(context: Context, collection: Collection, query: ListQuery, base: string): Promise<Page> {
  const total = await collection.count(context)
  const stored =
    query.count === 0
      ? []
      : await collection.load(context, { offset: query.startIndex - 1, limit: query.count })
  return { total, resources: await finished(context, collection, query, stored, base) }
}

/** A resource that a filter found, and the text that it sorts by. */
type Hit = { id: string; key: SortKey }

/**
 * With a filter or an order, reads every resource that the index leaves, a few at a time with other requests in between: a silo
 * may have 100,000 users of 64 KiB each.
 * @throws ScimError 400 tooMany when the filter takes too many comparisons.
 */
async function chosen(
  context: Context,
  collection: Collection,
  query: ListQuery,
  base: string,
): Promise<Page> {
  const { filter, sortBy, descending, startIndex, count } = query
  const { linked, nameOf, type } = collection
  const links = (filter !== null && mentions(filter, linked)) || sortBy?.attribute.name === linked
  const spend = limitedComparisons()
  const hits: Hit[] = []
  const ids = await collection.ids(context, filter && narrowOf(filter, nameOf))
  for (const some of batchesOf(ids)) {
    let rest: readonly Stored[] = await collection.load(context, { ids: some })
    while (rest.length > 0) {
      const stored = links ? await firstWithinLinks(context, collection, rest) : rest
      if (links) await collection.link(context, stored)
      for (const one of stored) {
        const resource = represent(type, one, base)
        if (!filter || matches(filter, resource, spend))
          hits.push({ id: one.id, key: sortBy && sortKeyOf(resource, sortBy) })
      }
      rest = rest.slice(stored.length)
      await eventLoopTurn()
    }
  }
  const wanted = (sortBy ? sorted(hits, descending) : hits).slice(startIndex - 1, startIndex - 1 + count)
  const stored = wanted.length > 0 ? await collection.load(context, { ids: wanted.map(({ id }) => id) }) : []
  const byId = new Map(stored.map((one) => [one.id, one]))
  // A resource may have been deleted since.
  const cut = wanted.flatMap(({ id }) => byId.get(id) ?? [])
  return { total: hits.length, resources: await finished(context, collection, query, cut, base) }
}

/** Resources that are read and matched at once. */
const BATCH = 100

function* batchesOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += BATCH) yield ids.slice(at, at + BATCH)
}

/** Returns a counter of the comparisons of one list. */
function limitedComparisons(): Spend {
  let left = MAX_COMPARISONS
  return (comparisons) => {
    left -= comparisons
    if (left < 0) throw refused('tooMany', 'the filter compares too many values: use a simpler one')
  }
}

async function finished(
  context: Context,
  collection: Collection,
  { selection }: Pick<ListQuery, 'selection'>,
  stored: Stored[],
  base: string,
): Promise<Resource[]> {
  if (!includes(selection, collection.linked))
    return stored.map((one) => represent(collection.type, one, base))
  // A page may have fewer resources than the client asked for (RFC 7644 section 3.4.2.4).
  const first = await firstWithinLinks(context, collection, stored)
  await collection.link(context, first)
  return first.map((one) => represent(collection.type, one, base))
}
