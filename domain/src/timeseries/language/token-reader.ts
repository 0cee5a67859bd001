import { QueryError } from './query-error.ts'
import { patternCompiler } from './pattern.ts'
import { type Token, tokensOf } from './lexer.ts'

/** Queries and conditions may be nested this deep, which keeps recursive functions small. */
const MAX_DEPTH = 32

/** Walks over the tokens of a query. */
export class TokenReader {
  readonly now: number
  readonly compilePattern = patternCompiler()
  readonly #tokens: readonly Token[]
  #index = 0
  #depth = 0

  constructor(text: string, now: number) {
    this.now = now
    this.#tokens = tokensOf(text)
  }

  get next(): Token {
    return this.#tokens[this.#index]!
  }

  /** Returns the next token and moves on. The last token stays. */
  read(): Token {
    const token = this.next
    if (token.kind !== 'end') this.#index += 1
    return token
  }

  /** Moves on if the next token is one of these. Returns the one that it was. */
  take<Text extends string>(...texts: Text[]): Text | null {
    const { kind, text } = this.next
    const found = kind === 'symbol' || kind === 'name' ? texts.find((one) => one === text) : undefined
    if (found === undefined) return null
    this.read()
    return found
  }

  /** @throws QueryError if the next token is another one. */
  expect(text: string): Token {
    const token = this.next
    if (this.take(text) === null) throw this.unexpected(`"${text}"`)
    return token
  }

  /** Parses one level deeper. */
  nested<Result>(parse: () => Result): Result {
    if (this.#depth === MAX_DEPTH)
      throw new QueryError(`queries and conditions may be nested at most ${MAX_DEPTH} deep`, this.next.at)
    this.#depth += 1
    const result = parse()
    this.#depth -= 1
    return result
  }

  /** @param expected in words, such as "a number". */
  unexpected(expected: string): QueryError {
    const { kind, text, at } = this.next
    if (kind === 'end') return new QueryError(`the query ends, but ${expected} must follow`, at)
    if (kind === 'invalid') return new QueryError(invalidText(text), at)
    return new QueryError(`expected ${expected}, not ${shortened(text)}`, at)
  }
}

function invalidText(text: string): string {
  if (text.startsWith('"') || text.startsWith("'")) return 'the string has no end'
  if (/^\d/.test(text)) return `${shortened(text)} is neither a number nor a duration`
  if (text === '=') return 'use == to compare'
  if (text === '&' || text === '~') return `use ${text === '&' ? '&&' : '~='}`
  return `unexpected character ${JSON.stringify(text)}`
}

const shortened = (text: string): string => `"${text.length > 40 ? `${text.slice(0, 40)}…` : text}"`
