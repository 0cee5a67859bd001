import { changedTags, type Tag } from '@granary/domain/tags.ts'

/** A resource with tags; a server that lacks them shows none. */
export type Tagged = { id: string; name: string; tags?: Tag[] | undefined }

/** The values of a form with tags: the list, and the tag that is being typed. */
export type TagValues = { tags: Tag[]; key: string; value: string }

/** Returns the tags of a form. A tag that was typed, but not added, counts: a user who submits the form means it too. */
export function withTyped({ tags, key, value }: TagValues): Tag[] {
  if (key.trim() === '') return tags
  return changedTags(tags, { set: [{ key: key.trim(), value: value.trim() }], remove: [] })
}
