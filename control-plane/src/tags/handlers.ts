import type { TaggedResource } from '@granary/contract/tags.ts'
import { changedTags, MAX_TAGS, readTags, type TaggedKind } from '@granary/domain/tags.ts'
import type { z } from 'zod'
import { handlers } from '../kinds/handler.ts'
import { type TaggedRow, taggedResources } from '../kinds/tagged.ts'
import { invalidRequest } from '../kit/base/errors.ts'
import type { Context } from '../kit/context/context.ts'
import type { Permission } from '../kit/resources/resource.ts'
import { tagsInUse } from './in-use.ts'

export const tagHandlers = handlers({
  tagList: async (context, { query, found }) => ({ items: await tagsInUse(context, found.row.id, query) }),

  tagView: async (context, request) => {
    const { row } = await findTagged(context, request, 'read')
    return view(request.path.kind, row)
  },

  tagUpdate: async (context, request) => {
    const { kind } = request.path
    const { row, write } = await findTagged(context, request, taggedResources[kind].permission)
    const tags = changedTags(readTags(row.tags), request.body)
    if (tags.length > MAX_TAGS)
      throw invalidRequest(
        `${kind} "${row.name}" would have ${tags.length} tags, and may have at most ${MAX_TAGS}`,
      ).at('set', 'too_long')
    return view(kind, await write(tags))
  },
})

type Request = {
  path: { kind: TaggedKind; resource: string }
  query: { project?: string | undefined; vpc?: string | undefined }
}

/** Finds the resource of a request. @throws ApiError 404, 403 and 400 as `find` does. */
async function findTagged(
  context: Context,
  { path: { kind, resource }, query }: Request,
  permission: Permission,
) {
  const { selector, find } = taggedResources[kind]
  // Another VPC than the resource itself would be ignored.
  if (kind === 'vpc' && query.vpc !== undefined)
    throw invalidRequest('a VPC is not in another VPC').at('vpc', 'not_allowed')
  const found = await find(context, { ...query, [selector]: resource }, permission)
  context.trail.target = { kind, id: found.row.id, name: found.row.name, ...found.scope }
  return found
}

const view = (kind: TaggedKind, { id, name, tags }: TaggedRow): z.input<typeof TaggedResource> => ({
  kind,
  id,
  name: name ?? '',
  tags: readTags(tags),
})
