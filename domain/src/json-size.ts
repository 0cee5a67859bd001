/** How deep lists and objects of JSON may be nested. The deepest document that the API, SCIM or releases have is 12 deep. */
export const MAX_JSON_DEPTH = 32
/**
 * How many lists, objects and commas JSON may have. 1 MiB of firewall rules has 110,000. A parser takes up to a third of a second for 1 MiB
 * of nothing but brackets, and a hundredth for a text.
 */
export const MAX_JSON_PARTS = 131_072

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Returns why JSON would take too long to parse, worded to follow its name, or null. Reads the bytes once, as far as the limits allow.
 * @param bytes UTF-8, valid or not.
 */
export function jsonSizeProblem(bytes: Uint8Array): string | null {
  let [depth, parts, isText] = [0, 0, false]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA) parts++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      parts++
      if (++depth > MAX_JSON_DEPTH) return `is nested more than ${MAX_JSON_DEPTH} deep`
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
    if (parts > MAX_JSON_PARTS)
      return `has more than ${MAX_JSON_PARTS.toLocaleString('en')} lists, objects and commas`
  }
  return null
}
