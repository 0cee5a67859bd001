import type { Context } from '../../kit/context.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { Collection, Stored } from '../collection.ts'
import { readSelection, type Selection, select } from '../list/selection.ts'
import { applyPatch } from '../patch/apply.ts'
import { locationOf, represent, versionOf } from '../represent.ts'
import { readResource, type Resource } from '../schema/read.ts'
import { scimJson } from './answer.ts'
import { noSuchResource, ScimError } from './errors.ts'

/** A request about one resource, apart from its body. */
export type One = {
  collection: Collection
  id: string
  request: Request
  url: URL
  /** Base URL of the API. */
  base: string
}

/** POST: 201 with the resource and its location. */
export async function createOne(
  context: Context,
  { collection, url, base }: Omit<One, 'id' | 'request'>,
  body: unknown,
): Promise<Response> {
  const selection = selectionIn(url, collection)
  const id = await collection.create(context, readResource(collection.type, body))
  return answer(await stored(context, collection, id), { collection, base }, selection, 201)
}

/** GET: the resource, or 304 if the client has the current version. */
export async function viewOne(context: Context, one: One): Promise<Response> {
  const found = await stored(context, one.collection, one.id)
  const etag = versionOf(found)
  if (one.request.headers.has('if-none-match') && names(one.request, 'if-none-match', etag))
    return new Response(null, { status: 304, headers: { etag } })
  return answer(found, one, selectionIn(one.url, one.collection))
}

/** PUT: replaces everything that clients write. */
export async function replaceOne(context: Context, one: One, body: unknown): Promise<Response> {
  const resource = readResource(one.collection.type, body)
  return change(context, one, () => resource)
}

/** PATCH. */
export async function patchOne(context: Context, one: One, body: unknown): Promise<Response> {
  return change(context, one, (before) => applyPatch(one.collection.type, writable(before), body))
}

/** DELETE: 204. */
export async function deleteOne(context: Context, one: One): Promise<Response> {
  const found = await stored(context, one.collection, one.id)
  checkVersion(one.request, found)
  await one.collection.delete(context, found)
  return new Response(null, { status: 204 })
}

async function change(context: Context, one: One, next: (before: Stored) => Resource): Promise<Response> {
  const selection = selectionIn(one.url, one.collection)
  const found = await stored(context, one.collection, one.id)
  checkVersion(one.request, found)
  await one.collection.replace(context, found, next(found))
  return answer(await stored(context, one.collection, one.id), one, selection)
}

/** @throws ScimError 404. */
async function stored(context: Context, collection: Collection, id: string): Promise<Stored> {
  const [found] = isUuid(id) ? await collection.load(context, { narrow: { by: 'id', value: id } }) : []
  if (!found) throw noSuchResource(collection.type.name)
  await collection.link(context, [found])
  return found
}

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

function answer(
  found: Stored,
  { collection, base }: Pick<One, 'collection' | 'base'>,
  selection: Selection,
  status = 200,
): Response {
  const location = locationOf(collection.type, found.id, base)
  return scimJson(select(represent(collection.type, found, base), selection), status, {
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
