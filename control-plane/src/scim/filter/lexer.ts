import { refused } from '../http/errors.ts'

/** A piece of a filter or of a path. `sub` is what follows a value filter: `.value`. */
export type Token = {
  kind: 'word' | 'sub' | 'text' | 'number' | '(' | ')' | '[' | ']' | 'end'
  /** As it stands in the filter; of a text the text itself. */
  text: string
  /** Where it stands, from 1. */
  at: number
}

/** Longest filter that is read, in characters. */
const LONGEST = 8192

const TOKEN =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d[\d.eE+-]*)|(?<word>[A-Za-z$][\w$:.-]*)|(?<sub>\.[A-Za-z$][\w$-]*)|(?<bracket>[()[\]]))/y

/**
 * Cuts a filter or a path of SCIM into its pieces (RFC 7644, figure 1 and section 3.5.2).
 * @throws ScimError 400 invalidFilter with the place of what cannot be read.
 */
export function tokensOf(source: string): Token[] {
  if (source.length > LONGEST)
    throw refused('invalidFilter', `a filter is ${LONGEST} characters long at most`)
  const tokens: Token[] = []
  const end = source.trimEnd().length
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < end) {
    const start = TOKEN.lastIndex
    const match = TOKEN.exec(source)
    if (!match) throw refused('invalidFilter', `cannot be read at character ${start + 1}`)
    const { text, number, word, sub } = match.groups!
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

/** Texts are those of JSON. */
function unquoted(text: string, at: number): string {
  let read: string
  try {
    read = JSON.parse(text) as string
  } catch {
    throw refused('invalidFilter', `the text at character ${at} is not one of JSON`)
  }
  // Nothing of ours has it, and PostgreSQL cannot compare with it.
  if (read.includes('\u0000')) throw refused('invalidFilter', `the text at character ${at} has U+0000 in it`)
  return read
}
