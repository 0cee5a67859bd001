import { refused } from '../http/errors.ts'

/** A token of a filter or a path. `sub` is the part after a value filter: `.value`. */
export type Token = {
  kind: 'word' | 'sub' | 'text' | 'number' | '(' | ')' | '[' | ']' | 'end'
  /** The source text of the token; for a string its value. */
  text: string
  /** Position of the token, from 1. */
  at: number
}

/** Maximum length of a filter, in characters. */
const MAX_FILTER_LENGTH = 8192

const TOKEN =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<word>[A-Za-z$][\w$:.-]*)|(?<sub>\.[A-Za-z$][\w$-]*)|(?<bracket>[()[\]]))/y

/**
 * Splits a SCIM filter or path into tokens (RFC 7644, figure 1 and section 3.5.2).
 * @throws ScimError 400 invalidFilter with the position of the first unreadable character.
 */
export function tokensOf(source: string): Token[] {
  if (source.length > MAX_FILTER_LENGTH)
    throw refused('invalidFilter', `a filter is ${MAX_FILTER_LENGTH} characters long at most`)
  const tokens: Token[] = []
  const end = source.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(source)
    if (!match) throw refused('invalidFilter', `cannot be read at character ${start + 1}`)
    const { text, number, word, sub } = match.groups ?? {}
    const at = match.index + match[0].length - match[0].trimStart().length + 1
    const piece = match[0].trimStart()
    if (text !== undefined) tokens.push({ kind: 'text', text: unquoted(text, at), at })
    else if (number !== undefined) tokens.push({ kind: 'number', text: piece, at })
    else if (word !== undefined) tokens.push({ kind: 'word', text: piece, at })
    else if (sub !== undefined) tokens.push({ kind: 'sub', text: piece.slice(1), at })
    else tokens.push({ kind: piece as '(', text: piece, at })
  }
  tokens.push({ kind: 'end', text: '', at: source.length + 1 })
  return tokens
}

/** Strings are JSON strings. */
function unquoted(text: string, at: number): string {
  let read: string
  try {
    read = String(JSON.parse(text))
  } catch {
    throw refused('invalidFilter', `the text at character ${at} is not one of JSON`)
  }
  // No stored value contains this character, and PostgreSQL cannot compare with it.
  if (read.includes('\u0000')) throw refused('invalidFilter', `the text at character ${at} has U+0000 in it`)
  return read
}
