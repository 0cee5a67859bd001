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
  if (isUuid(value)) return 'Must not be a UUID'
  return null
}

/**
 * Returns the name that is closest to a text. Null for a name, for the beginning of one, and without a letter to begin
 * one with.
 * "My First Project" becomes `my-first-project`.
 */
export function suggestedName(text: string): string | null {
  // A name with a dash at its end is about to be continued.
  if (nameProblem(text) === null || nameProblem(`${text}x`) === null) return null
  const name = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, NAME_MAX_LENGTH)
    .replace(/-+$/, '')
  return nameProblem(name) === null ? name : null
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

const DIGITS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const DASHED = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const WRAPPED_UUID = /^(?:urn:uuid:(.*)|\{(.*)\})$/

/**
 * Returns an id in canonical form (lower case, with dashes), or null if the text is not an id. Accepts four forms in
 * either case: with dashes, 32 digits without dashes, and with dashes in braces or after `urn:uuid:`.
 */
export function normalizeUuid(text: string): string | null {
  const lower = text.toLowerCase()
  const wrapped = WRAPPED_UUID.exec(lower)
  const dashed = wrapped ? (wrapped[1] ?? wrapped[2]!) : lower
  if (DASHED.test(dashed)) return dashed
  const parts = DIGITS.exec(lower)
  return parts ? parts.slice(1).join('-') : null
}

/** Whether a text is an id, in any of the accepted forms. */
export const isUuid = (text: string): boolean => normalizeUuid(text) !== null

const SUFFIX_LENGTH = 6
const BASE_LENGTH = NAME_MAX_LENGTH - SUFFIX_LENGTH - 1

/**
 * Generates a name for a resource from the names of its sources, cut to fit, and six random hex digits. One source
 * keeps 56 characters, two keep 27 each. The result is always valid: invalid characters become dashes, and `new` is
 * prepended if the first character is not a letter.
 * @param random uniform in [0, 1).
 */
export function generateName(sources: readonly string[], random: () => number = Math.random): string {
  const clean = sources.map(namePart).filter((part) => part !== '')
  const parts = /^[a-z]/.test(clean[0] ?? '') ? clean : ['new', ...clean]
  // The dashes between the parts count too.
  const room = Math.max(1, Math.floor((BASE_LENGTH - parts.length + 1) / parts.length))
  const base = parts.map((part) => withoutEndDash(part.slice(0, room))).join('-')
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => Math.floor(random() * 16).toString(16)).join('')
  return `${withoutEndDash(base.slice(0, BASE_LENGTH))}-${suffix}`
}

const namePart = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '-')
    .replace(/^-+/, '')
const withoutEndDash = (text: string): string => text.replace(/-+$/, '')

/** Returns a name like another one, with the next number that is free: `web-2` of `web`, and `web-8` of `web-7`. */
export function numberedName(name: string, taken: readonly string[]): string {
  const [, base = name, last = '1'] = /^(.+)-(\d{1,6})$/.exec(name) ?? []
  for (let number = Number(last) + 1; ; number++) {
    const suffix = `-${number}`
    const numbered = base.slice(0, NAME_MAX_LENGTH - suffix.length) + suffix
    if (!taken.includes(numbered)) return numbered
  }
}
