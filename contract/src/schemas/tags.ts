import {
  MAX_TAGS,
  repeatedKeys,
  TAG_KEY_MAX_LENGTH,
  TAG_VALUE_MAX_LENGTH,
  tagKeyProblem,
  tagValueProblem,
} from '@granary/domain/tags.ts'
import { z } from 'zod'
import { extra, extraInput } from '../extension.ts'
import { addProblem, checkedText, identity, identityCreate } from '../scalars.ts'

export const TagKey = checkedText(tagKeyProblem, TAG_KEY_MAX_LENGTH)
  .meta({ minLength: 1, pattern: '^[A-Za-z][A-Za-z0-9_./-]*$' })
  .meta({
    description:
      'Letters, digits, `-`, `_`, `.` and `/`; starts with a letter; at most 63 characters. Upper and lower case differ',
  })

export const Tag = z
  .object({
    key: TagKey,
    value: z
      .string()
      .superRefine((value, context) => {
        const message = tagValueProblem(value)
        if (message)
          addProblem(context, value.length > TAG_VALUE_MAX_LENGTH ? 'too_long' : 'invalid_format', message)
      })
      .meta({
        maxLength: TAG_VALUE_MAX_LENGTH,
        description: 'At most 128 characters, without control characters; may be empty',
      }),
  })
  .meta({ id: 'Tag' })

/** Tags in a request, each with another key. */
export const TagList = z
  .array(Tag)
  .max(MAX_TAGS)
  .superRefine((tags, context) => {
    for (const { path, code, message } of repeatedKeys(tags)) addProblem(context, code, message, path)
  })

/** Fields that every named resource with tags has. */
export const taggedIdentity = {
  ...identity,
  tags: extra(z.array(Tag).meta({ description: 'Tags of the resource, by key' })),
}

/** Fields of the request that creates a named resource with tags. */
export const taggedCreate = {
  ...identityCreate,
  tags: extraInput(TagList.meta({ description: 'Tags of the new resource, at most 20' })),
}

/** What a request changes of the tags of a resource. */
export const TagsUpdate = z
  .object({
    set: TagList.default([]).meta({ description: 'Tags to add, or to give another value' }),
    remove: z
      .array(TagKey)
      .max(MAX_TAGS)
      .default([])
      .meta({ description: 'Keys to remove. Those that the resource lacks are ignored' }),
  })
  .meta({ id: 'TagsUpdate' })
