import { QueryError } from './query-error.ts'

const ESCAPES: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '0': '\0',
  '"': '"',
  "'": "'",
}

/**
 * Returns the text of a string token, without its quotes and with its escapes replaced.
 * @throws QueryError at an escape that doesn't exist.
 */
export function stringOf(token: string, at: number): string {
  return token.slice(1, -1).replace(/\\(u\{([^}]*)\}|[^])/g, (escape, name: string, hex, index: number) => {
    const text = hex === undefined ? ESCAPES[name] : characterOf(hex)
    if (text !== undefined) return text
    const allowed = String.raw`use \n, \r, \t, \\, \0, \", \' or \u{…}`
    throw new QueryError(`"${escape}" is not an escape: ${allowed}`, at + 1 + index)
  })
}

/** Returns the character with a code point in hex, or undefined if there is none. */
function characterOf(hex: string): string | undefined {
  const code = /^[0-9a-f]{1,6}$/i.test(hex) ? Number.parseInt(hex, 16) : Infinity
  const surrogate = code >= 0xd800 && code <= 0xdfff
  return code > 0x10ffff || surrogate ? undefined : String.fromCodePoint(code)
}
