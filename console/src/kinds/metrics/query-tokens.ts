export type Token = { kind: 'keyword' | 'string' | 'number' | 'plain'; text: string }

/** Strings, then times and numbers with their unit, then the words of the language. Names of fields are none of them. */
const PATTERN =
  /(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<number>@[\w:.-]+|\b\d+(?:\.\d+)?[a-z]*\b)|(?<keyword>\b(?:get|filter|align|mean_within|interpolate|group_by|join|first|last|sum|mean)\b|&&|\|\|?)/g

/** Splits a query into tokens for highlighting. Together they are the query. */
export function tokensOf(query: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  const add = (kind: Token['kind'], text: string) => text !== '' && tokens.push({ kind, text })
  for (const match of query.matchAll(PATTERN)) {
    add('plain', query.slice(end, match.index))
    const kind = (['string', 'number', 'keyword'] as const).find((name) => match.groups![name] !== undefined)!
    add(kind, match[0])
    end = match.index + match[0].length
  }
  add('plain', query.slice(end))
  return tokens
}
