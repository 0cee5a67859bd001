/** Longest name of a resource, in characters. */
export const NAME_MAX_LENGTH = 63
/** Longest description of a resource, in characters. */
export const DESCRIPTION_MAX_LENGTH = 512

/**
 * What is wrong with a resource name, or null. Names go into host names, so the rule is that of a DNS label; an id is
 * never a name, so that one field can take either.
 */
export function nameProblem(value: string, label = 'Name'): string | null {
  if (value.length > NAME_MAX_LENGTH) return `Must be ${NAME_MAX_LENGTH} characters or fewer`
  if (value === '') return `${label} is required`
  if (!/^[a-z0-9-]*$/.test(value)) return 'Can only contain lower-case letters, numbers, and dashes'
  if (!/^[a-z]/.test(value)) return 'Must start with a lower-case letter'
  if (value.endsWith('-')) return 'Must end with a letter or number'
  if (isUuid(value)) return 'Must not be an ID'
  return null
}

/** What is wrong with a description, or null. */
export const descriptionProblem = (value: string): string | null =>
  value.length > DESCRIPTION_MAX_LENGTH
    ? `A description must be no longer than ${DESCRIPTION_MAX_LENGTH} characters`
    : null

/** What is wrong with a host name (RFC 1035: labels of letters, digits and dashes, separated by dots), or null. */
export function hostnameProblem(value: string): string | null {
  if (value === '') return 'Hostname is required'
  if (value.length > 253) return 'Must be 253 characters or fewer'
  const isLabel = (label: string) => /^[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?$/.test(label)
  return value.split('.').every(isLabel)
    ? null
    : 'Must be letters, numbers and dashes in parts separated by dots; no part may start or end with a dash'
}

/**
 * The id in its usual form (lower case, with dashes), or null when the text is no id. Upper case, braces, the `urn:uuid:`
 * form and 32 digits without dashes are read too.
 */
export function normalizeUuid(text: string): string | null {
  const bare = text.toLowerCase().replace(/^urn:uuid:/, '').replace(/^\{(.*)\}$/, '$1')
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(bare)) return bare
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(bare)
  return parts ? parts.slice(1).join('-') : null
}

/** Whether a text is the id of something, in any of its forms. */
export const isUuid = (text: string): boolean => normalizeUuid(text) !== null

const SUFFIX_LENGTH = 6

/**
 * A name for something that is made from others: their names, cut to fit, and six random hex digits.
 * @param random uniform in [0, 1).
 */
export function generateName(sources: string[], random: () => number = Math.random): string {
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => Math.floor(random() * 16).toString(16)).join('')
  // The dashes before the suffix and between the parts count too.
  const room = Math.floor((NAME_MAX_LENGTH - SUFFIX_LENGTH - sources.length) / Math.max(1, sources.length))
  const parts = sources.map((source) => source.slice(0, room).replace(/-+$/, ''))
  return [...parts, suffix].join('-')
}
