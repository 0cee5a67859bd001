import { imageKinds, type Kind } from './kinds.ts'
import type { Problem } from './problems.ts'

/** Kinds of resources that have tags: those of a project with a name that users give. Images of a silo keep theirs. */
export const taggedKinds = [
  'affinity-group',
  'anti-affinity-group',
  'disk',
  'external-subnet',
  'floating-ip',
  'image',
  'instance',
  'internet-gateway',
  'snapshot',
  'vpc',
  'vpc-router',
  'vpc-subnet',
] as const
export type TaggedKind = (typeof taggedKinds)[number]

const kindsWithTags = new Set<Kind>([...taggedKinds.filter((kind) => kind !== 'image'), ...imageKinds])

/** Whether resources of a kind have tags. */
export const hasTags = (kind: Kind): boolean => kindsWithTags.has(kind)

/** A label of a resource. Each key occurs once on a resource. */
export type Tag = { key: string; value: string }

/** Maximum number of tags of one resource. */
export const MAX_TAGS = 20
/** Maximum length of a key in characters. */
export const TAG_KEY_MAX_LENGTH = 63
/** Maximum length of a value in characters. */
export const TAG_VALUE_MAX_LENGTH = 128

/** Returns what is wrong with a key, or null. Upper and lower case differ. */
export function tagKeyProblem(key: string): string | null {
  if (key === '') return 'Key is required'
  if (key.length > TAG_KEY_MAX_LENGTH) return `Must be ${TAG_KEY_MAX_LENGTH} characters or fewer`
  if (!/^[A-Za-z]/.test(key)) return 'Must start with a letter'
  return /^[A-Za-z0-9_./-]+$/.test(key)
    ? null
    : 'Can only contain letters, numbers, dashes, underscores, dots and slashes'
}

/** Returns what is wrong with a value, or null. It may be empty. */
export function tagValueProblem(value: string): string | null {
  if (value.length > TAG_VALUE_MAX_LENGTH) return `Must be ${TAG_VALUE_MAX_LENGTH} characters or fewer`
  if (/\p{Cc}/u.test(value)) return 'Cannot contain line breaks, tabs or other control characters'
  return value.isWellFormed() ? null : 'Cannot contain half of a surrogate pair'
}

/** Returns the tags of a list whose key an earlier one has, as paths and messages. */
export function repeatedKeys(tags: readonly Pick<Tag, 'key'>[]): Problem[] {
  const seen = new Set<string>()
  return tags.flatMap(({ key }, index): Problem[] =>
    seen.size === seen.add(key).size
      ? [{ path: `[${index}].key`, code: 'duplicate', message: `Key "${key}" is listed more than once` }]
      : [],
  )
}

/** A change of the tags of a resource: keys that are removed, then tags that are set. */
export type TagChange = { set: readonly Tag[]; remove: readonly string[] }

/** Returns tags after a change, by key. Other tags stay. */
export function changedTags(tags: readonly Tag[], { set, remove }: TagChange): Tag[] {
  const values = new Map(tags.map(({ key, value }) => [key, value]))
  for (const key of remove) values.delete(key)
  for (const { key, value } of set) values.set(key, value)
  return [...values].map(([key, value]) => ({ key, value })).toSorted(byKey)
}

/** Returns the change that makes one list of tags of another one. */
export const tagChange = (before: readonly Tag[], after: readonly Tag[]): TagChange => ({
  set: after.filter((tag) => !before.some((other) => sameTag(tag, other))),
  remove: before.map(({ key }) => key).filter((key) => !after.some((tag) => tag.key === key)),
})

/** Whether two tags are the same: upper and lower case differ. */
export const sameTag = (one: Tag, other: Tag): boolean => one.key === other.key && one.value === other.value

const byKey = (one: Tag, other: Tag): number => (one.key < other.key ? -1 : Number(one.key > other.key))

/** Returns a tag as users write it: `env=prod`. */
export const tagText = ({ key, value }: Tag): string => `${key}=${value}`

/** Returns the tag of a text: everything after the first `=` is the value. A key without one has an empty value. */
export function tagOf(text: string): Tag {
  const at = text.indexOf('=')
  return at === -1 ? { key: text, value: '' } : { key: text.slice(0, at), value: text.slice(at + 1) }
}

/** Returns tags as they are stored: a JSON object, by key. Equal tags have equal texts. */
export const storedTags = (tags: readonly Tag[]): string =>
  tags.length === 0
    ? NO_TAGS
    : JSON.stringify(Object.fromEntries(tags.toSorted(byKey).map(({ key, value }) => [key, value])))

/** The stored form of no tags. */
export const NO_TAGS = '{}'

/** Returns stored tags, by key. */
export const readTags = (stored: string): Tag[] =>
  Object.entries(JSON.parse(stored) as Record<string, string>).map(([key, value]) => ({ key, value }))
