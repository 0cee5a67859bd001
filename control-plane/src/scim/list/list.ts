import type { Context } from '../../kit/context.ts'
import { matches } from '../filter/matches.ts'
import type { Collection, Stored } from '../collection.ts'
import { represent } from '../represent.ts'
import type { Resource } from '../schema/read.ts'
import { mentions, narrowOf } from './narrow.ts'
import type { ListQuery } from './query.ts'
import { includes, select } from './selection.ts'
import { sorted } from './sort.ts'

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

/** With a filter, matches every resource that the index leaves. */
async function chosen(
  context: Context,
  collection: Collection,
  { filter, sortBy, descending, startIndex, count, ...query }: ListQuery,
  base: string,
): Promise<Page> {
  const { linked, nameOf } = collection
  const stored = await collection.load(context, { narrow: filter && narrowOf(filter, nameOf) })
  const asked = (filter !== null && mentions(filter, linked)) || sortBy?.attribute.name === linked
  if (asked) await collection.link(context, stored)
  const byResource = new Map<Resource, Stored>(
    stored.map((one) => [represent(collection.type, one, base), one]),
  )
  let all = [...byResource.keys()]
  if (filter) all = all.filter((resource) => matches(filter, resource))
  if (sortBy) all = sorted(all, sortBy, descending)
  const cut = all.slice(startIndex - 1, startIndex - 1 + count)
  if (asked || !includes(query.selection, linked)) return { total: all.length, resources: cut }
  const wanted = cut.map((resource) => byResource.get(resource)!)
  return { total: all.length, resources: await finished(context, collection, query, wanted, base) }
}

async function finished(
  context: Context,
  collection: Collection,
  { selection }: Pick<ListQuery, 'selection'>,
  stored: Stored[],
  base: string,
): Promise<Resource[]> {
  if (includes(selection, collection.linked)) await collection.link(context, stored)
  return stored.map((one) => represent(collection.type, one, base))
}
