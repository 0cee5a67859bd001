import type { Context } from '../../kit/context/context.ts'
import type { Collection, LinkChange, Stored } from '../collection.ts'
import { includes, readSelection, select, type Selection } from '../list/selection.ts'
import { applyPatch } from '../patch/apply.ts'
import { locationOf, represent, versionOf } from '../represent.ts'
import { readResource, type Resource } from '../schema/read.ts'
import { scimText } from './answer.ts'
import { ScimError } from './errors.ts'
import { linked, loaded } from './linked.ts'

/** A request about one resource, apart from its body. */
export type One = {
  collection: Collection
  id: string
  request: Request
  url: URL
  /** Base URL of the API. */
  base: string
}

/** What a write has done: its status, and a function that builds the response after the commit. */
export type Done = { status: number; answer: () => Promise<Response> }

/** Writes in a transaction. A request is read and checked before it, because a group may have thousands of members. */
export type Write = (inner: Context) => Promise<Done>

/** POST: 201 with the resource and its location. */
export async function createOne(context: Context, one: One, body: unknown): Promise<Write> {
  const { collection, url } = one
  const selection = selectionIn(url, collection)
  const resource = readResource(collection.type, body)
  const links = await linkChange(context, one, [], resource).catch(async (error: unknown) => {
    // Clients adopt a resource that exists. RFC 7644 section 3.3 wants them to learn of it by a 409.
    await collection.requireFreeName?.(context, resource)
    throw error
  })
  return async (inner) => {
    const id = await collection.create(inner, resource, links)
    return { status: 201, answer: () => answer(context, { ...one, id }, selection, 201) }
  }
}

/** GET: the resource, or 304 if the client has the current version. */
export async function viewOne(context: Context, one: One): Promise<Response> {
  const selection = selectionIn(one.url, one.collection)
  const { request } = one
  if (request.headers.has('if-none-match')) {
    const etag = versionOf(await loaded(context, one))
    if (names(request, 'if-none-match', etag)) return new Response(null, { status: 304, headers: { etag } })
  }
  return answer(context, one, selection)
}

/** PUT: replaces everything that clients write. */
export async function replaceOne(context: Context, one: One, body: unknown): Promise<Write> {
  const resource = readResource(one.collection.type, body)
  return change(context, one, () => resource)
}

/** PATCH. */
export const patchOne = (context: Context, one: One, body: unknown): Promise<Write> =>
  change(context, one, (before) => applyPatch(one.collection.type, writable(before), body))

/** DELETE: 204. */
export const deleteOne = (one: One): Write =>
  async function remove(inner) {
    const found = await loaded(inner, one)
    checkVersion(one.request, found)
    await one.collection.delete(inner, found)
    return { status: 204, answer: async () => new Response(null, { status: 204 }) }
  }

/**
 * Changes a resource. The change is worked out before the transaction, from a state that it compares with the current one by its
 * revision: every change that a client sees has a new one. Works it out again in the transaction if another request came first.
 */
async function change(context: Context, one: One, next: (before: Stored) => Resource): Promise<Write> {
  const { collection, request } = one
  const selection = selectionIn(one.url, collection)
  const seen = await linked(context, one)
  checkVersion(request, seen)
  const wanted = next(seen)
  const links = await linkChange(context, one, seen.links, wanted)
  return async (inner) => {
    const current = await loaded(inner, one)
    checkVersion(request, current)
    if (current.revision === seen.revision) await collection.replace(inner, seen, wanted, links)
    else {
      await collection.link(inner, [current])
      const again = next(current)
      await collection.replace(inner, current, again, await linkChange(inner, one, current.links, again))
    }
    return { status: 200, answer: () => answer(context, one, selection) }
  }
}

const NO_LINKS: LinkChange = { joined: [], left: [], kept: [] }

const linkChange = async (
  context: Context,
  { collection }: Pick<One, 'collection'>,
  before: Stored['links'],
  resource: Resource,
): Promise<LinkChange> => (await collection.linkChange?.(context, before ?? [], resource)) ?? NO_LINKS

/** Returns the attributes that a PATCH applies to: everything that clients write. */
const writable = ({ own, externalId, links }: Stored): Resource => ({
  ...own,
  ...(externalId === null ? {} : { externalId }),
  ...('userName' in own || !links || links.length === 0
    ? {}
    : { members: links.map(({ id, name }) => ({ value: id, display: name, type: 'User' })) }),
})

const selectionIn = ({ searchParams }: URL, { type }: Collection): Selection =>
  readSelection(
    {
      attributes: searchParams.get('attributes'),
      excludedAttributes: searchParams.get('excludedAttributes'),
    },
    type,
  )

/** Answers with a resource as it is now. After a write, another request may have changed it again, or deleted it. */
async function answer(context: Context, one: One, selection: Selection, status = 200): Promise<Response> {
  const { collection, base } = one
  const found = includes(selection, collection.linked)
    ? await linked(context, one)
    : await loaded(context, one)
  const location = locationOf(collection.type, found.id, base)
  const text = JSON.stringify(select(represent(collection.type, found, base), selection))
  return scimText(text, status, {
    etag: versionOf(found),
    ...(status === 201 ? { location } : { 'content-location': location }),
  })
}

/** @throws ScimError 412 if the client's ETag is not the current one (RFC 7644 section 3.14). */
function checkVersion(request: Request, found: Stored): void {
  if (request.headers.has('if-match') && !names(request, 'if-match', versionOf(found)))
    throw new ScimError(412, undefined, `the ${found.own.userName ? 'user' : 'group'} has changed meanwhile`)
}

/** Returns whether a header with ETags contains this one. Compares weakly, because our ETags are weak. */
function names(request: Request, header: string, etag: string): boolean {
  const plain = (text: string) => text.trim().replace(/^W\//, '')
  const given = request.headers.get(header)!.split(',').map(plain)
  return given.includes('*') || given.includes(plain(etag))
}
