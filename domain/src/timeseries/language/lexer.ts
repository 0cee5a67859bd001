/** `name` also covers keywords and series; `invalid` is text that starts no token. */
export type TokenKind = 'name' | 'number' | 'duration' | 'string' | 'timestamp' | 'symbol' | 'invalid' | 'end'

export type Token = {
  kind: TokenKind
  text: string
  /** Index of its first character. */
  at: number
}

// Each pattern matches at one place and has no nested repetition, so a text takes time in proportion to its length.
const PATTERNS: readonly [TokenKind, RegExp][] = [
  ['name', /[a-z_]\w*(?::\w+)?/iy],
  ['timestamp', /@(?:now[ \t\r\n]*\([ \t\r\n]*\)|[\w:.+-]*)/y],
  ['duration', /\d+(?:ns|us|ms|[YMwdhms])(?!\w)/y],
  ['number', /(?:0x\w*|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y],
  ['string', /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'/y],
  ['symbol', /[=!<>~]=|&&|\|\||[<>!^()[\]{}|;,+-]/y],
  ['invalid', /\d[\w.]*|"[^]*|'[^]*|[^]/uy],
]

const SPACE = /[ \t\r\n]*/y

/** Splits the text of a query into tokens without the whitespace between them. Takes any text; the last token is `end`. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const token = tokenAt(text, at)
    tokens.push(token)
    at = skipSpace(text, at + token.text.length)
  }
  return [...tokens, { kind: 'end', text: '', at: text.length }]
}

function tokenAt(text: string, at: number): Token {
  for (const [kind, pattern] of PATTERNS) {
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (match) return { kind, text: match[0], at }
  }
  // The last pattern matches any character, so this is never reached.
  return { kind: 'invalid', text: text.slice(at), at }
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at
  SPACE.test(text)
  return SPACE.lastIndex
}
