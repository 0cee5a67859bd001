import { ANY, classAt, escaped, exactly } from './characters.ts'
import { type Node, PatternError } from './tree.ts'

const MAX_DEPTH = 32
const MAX_REPEATS = 1000

/**
 * Parses a regular expression: characters, `.`, classes, `\d \w \s` and their opposites, `^`, `$`, groups, `|`, and the
 * repetitions `* + ? {2} {2,} {2,5}`. Back references and assertions, which linear time does not allow, are errors.
 * @throws PatternError with the index of the mistake, counted in characters.
 */
export function parsePattern(source: string): Node {
  const parser = new PatternParser(Array.from(source))
  const node = parser.choice(0)
  parser.expectEnd()
  return node
}

class PatternParser {
  readonly #characters: readonly string[]
  #at = 0

  constructor(characters: readonly string[]) {
    this.#characters = characters
  }

  get #next(): string | undefined {
    return this.#characters[this.#at]
  }

  choice(depth: number): Node {
    if (depth > MAX_DEPTH) throw this.#error(`groups may be nested at most ${MAX_DEPTH} deep`)
    const nodes = [this.#sequence(depth)]
    while (this.#take('|')) nodes.push(this.#sequence(depth))
    return nodes.length === 1 ? nodes[0]! : { kind: 'choice', nodes }
  }

  expectEnd(): void {
    if (this.#next !== undefined) throw this.#error(`"${this.#next}" without an opening parenthesis`)
  }

  #sequence(depth: number): Node {
    const nodes: Node[] = []
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')')
      nodes.push(this.#repeated(this.#atom(depth)))
    return { kind: 'sequence', nodes }
  }

  #atom(depth: number): Node {
    const character = this.#next!
    const start = this.#at
    this.#at += 1
    if (character === '(') return this.#group(depth)
    if (character === '[') {
      const { test, end } = classAt(this.#characters, this.#at)
      this.#at = end
      return { kind: 'character', test }
    }
    if (character === '^') return { kind: 'start' }
    if (character === '$') return { kind: 'end' }
    if (character === '.') return { kind: 'character', test: ANY }
    if ('*+?{'.includes(character)) throw new PatternError(`"${character}" has nothing to repeat`, start)
    if (character !== '\\') return { kind: 'character', test: exactly(character) }
    const meaning = escaped(this.#next, start)
    this.#at += 1
    return { kind: 'character', test: typeof meaning === 'string' ? exactly(meaning) : meaning }
  }

  #group(depth: number): Node {
    if (this.#take('?') && !this.#take(':'))
      throw this.#error('only groups of the form "(…)" and "(?:…)" are supported')
    const node = this.choice(depth + 1)
    if (!this.#take(')')) throw this.#error('"(" without ")"')
    return node
  }

  #repeated(node: Node): Node {
    const counts = this.#counts()
    if (!counts) return node
    // A lazy repetition finds the same texts as a greedy one.
    this.#take('?')
    if (this.#next !== undefined && '*+?{'.includes(this.#next))
      throw this.#error('a repetition can’t be repeated without a group')
    return { kind: 'repeat', of: node, ...counts }
  }

  #counts(): { min: number; max: number } | null {
    if (this.#take('*')) return { min: 0, max: Infinity }
    if (this.#take('+')) return { min: 1, max: Infinity }
    if (this.#take('?')) return { min: 0, max: 1 }
    if (this.#next !== '{') return null
    const [text, low, comma, high] =
      /^\{(\d{1,4})(,)?(\d{1,4})?\}/.exec(this.#characters.slice(this.#at, this.#at + 12).join('')) ?? []
    if (text === undefined) throw this.#error('use {2}, {2,} or {2,5}; write \\{ for a brace')
    const min = Number(low)
    const max = high === undefined ? (comma ? Infinity : min) : Number(high)
    if (max < min || min > MAX_REPEATS || (max > MAX_REPEATS && max !== Infinity))
      throw this.#error(`repetitions must go from a lower to a higher number up to ${MAX_REPEATS}`)
    this.#at += text.length
    return { min, max }
  }

  #take(character: string): boolean {
    if (this.#next !== character) return false
    this.#at += 1
    return true
  }

  #error(message: string): PatternError {
    return new PatternError(message, this.#at)
  }
}
