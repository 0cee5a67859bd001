/** One part of a distinguished name: an attribute type (RFC 4512 section 1.4), `=`, and anything. */
const PART = /^\s*(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)*)\s*=/i

/** Commas that separate parts: those that no backslash escapes. */
const SEPARATOR = /(?<!\\)(?:\\\\)*,/

/**
 * Returns whether a text is a distinguished name with several parts, such as `CN=nurses,OU=Groups,DC=clinic` (RFC 4514): then
 * its commas separate the parts of one name, not names.
 */
export function isDistinguishedName(text: string): boolean {
  const parts = text.split(SEPARATOR)
  return parts.length > 1 && parts.every((part) => PART.test(part))
}
