import type { Extra } from '@granary/contract/extra.ts'
import { ignorable } from '@granary/contract/call.ts'
import {
  MAX_TAGS,
  repeatedKeys,
  type Tag,
  tagKeyProblem,
  tagOf,
  tagText,
  tagValueProblem,
} from '@granary/domain/tags.ts'

/** Parts of a list that commas or line breaks separate. A value in quotes keeps its commas. */
const PART = /(?:="(?:[^"\\\n]|\\.)*"|[^,\n])+/g
const QUOTED = /^([^=]*)="((?:[^"\\]|\\.)*)"$/s

/** Returns the parts of a list, without the empty ones. */
export const partsOf = (text: string): string[] =>
  (text.match(PART) ?? []).map((part) => part.trim()).filter((part) => part !== '')

/** Returns the tags of a text: `env=prod, team=web, note="one, two"`. */
export const tagsOf = (text: string): Tag[] =>
  partsOf(text).map((part) => {
    const [, key, value] = QUOTED.exec(part) ?? []
    return key === undefined ? tagOf(part) : { key, value: value!.replaceAll(/\\(.)/g, '$1') }
  })

/** Returns the text that stands for tags. */
export const textOfTags = (tags: readonly Tag[]): string =>
  tags
    .map((tag) =>
      /^"|,|="|^\s|\s$/.test(tag.value)
        ? `${tag.key}="${tag.value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
        : tagText(tag),
    )
    .join(', ')

/** Returns what is wrong with a text of tags, or null. An empty one is right. */
export function tagsProblem(text: string): string | null {
  const parts = partsOf(text)
  const tags = tagsOf(text)
  for (const [at, { key, value }] of tags.entries()) {
    const problem = parts[at]!.includes('=')
      ? (tagKeyProblem(key) ?? tagValueProblem(value))
      : 'Must be KEY=VALUE'
    if (problem) return `${parts[at]}: ${problem}`
  }
  if (tags.length > MAX_TAGS) return `A resource can have ${MAX_TAGS} tags`
  return repeatedKeys(tags)[0]?.message ?? null
}

/** Returns the tags of a new resource, for the body of its request; undefined for none. */
export const newTags = (text: string): Extra<Tag[]> | undefined =>
  ignorable(text.trim() === '' ? undefined : tagsOf(text))
