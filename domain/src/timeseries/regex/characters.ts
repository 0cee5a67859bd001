import { PatternError, type CharacterTest } from './tree.ts'

const codeOf = (character: string): number => character.codePointAt(0)!

const codes = (text: string): CharacterTest => {
  const set = new Set(Array.from(text, codeOf))
  return (code) => set.has(code)
}

const range =
  (first: number, last: number): CharacterTest =>
  (code) =>
    code >= first && code <= last

const not =
  (test: CharacterTest): CharacterTest =>
  (code) =>
    !test(code)

const either =
  (...tests: CharacterTest[]): CharacterTest =>
  (code) =>
    tests.some((test) => test(code))

/** Any character but a line break. */
export const ANY = not(codes('\n\r\u2028\u2029'))

const DIGIT = range(0x30, 0x39)
const WORD = either(DIGIT, range(0x41, 0x5a), range(0x61, 0x7a), codes('_'))
const SPACE = codes(' \t\n\r\f\v')

const CLASSES: Record<string, CharacterTest> = {
  d: DIGIT,
  D: not(DIGIT),
  w: WORD,
  W: not(WORD),
  s: SPACE,
  S: not(SPACE),
}

const CONTROLS: Record<string, string> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', '0': '\0' }

/** Matches exactly one character. */
export const exactly = (character: string): CharacterTest => {
  const only = codeOf(character)
  return (code) => code === only
}

/** Returns the meaning of a backslash and a character: a class such as `\d`, or the character itself. */
export function escaped(character: string | undefined, offset: number): CharacterTest | string {
  if (character === undefined) throw new PatternError('the pattern ends with a backslash', offset)
  const meaning = CLASSES[character] ?? CONTROLS[character]
  if (meaning !== undefined) return meaning
  if (/[a-z0-9]/i.test(character)) throw new PatternError(`"\\${character}" is not supported`, offset)
  return character
}

/** Reads a class such as `[^a-z\d]` from the characters at `start`, which is after its "[". */
export function classAt(characters: readonly string[], start: number): { test: CharacterTest; end: number } {
  const negated = characters[start] === '^'
  const tests: CharacterTest[] = []
  let at = negated ? start + 1 : start
  while (characters[at] !== ']' || tests.length === 0) {
    const { item, end } = itemAt(characters, at)
    at = end
    const isRange = characters[at] === '-' && characters[at + 1] !== ']'
    if (typeof item === 'string' && isRange) {
      const last = itemAt(characters, at + 1)
      tests.push(rangeOf(item, last.item, at))
      at = last.end
    } else tests.push(typeof item === 'string' ? exactly(item) : item)
  }
  const test = either(...tests)
  return { test: negated ? not(test) : test, end: at + 1 }
}

function itemAt(characters: readonly string[], at: number): { item: CharacterTest | string; end: number } {
  const character = characters[at]
  if (character === undefined) throw new PatternError('"[" without "]"', at)
  if (character === '\\') return { item: escaped(characters[at + 1], at), end: at + 2 }
  return { item: character, end: at + 1 }
}

function rangeOf(first: string, last: CharacterTest | string, at: number): CharacterTest {
  if (typeof last !== 'string' || codeOf(first) > codeOf(last))
    throw new PatternError('a range must go from a lower to a higher character', at)
  return range(codeOf(first), codeOf(last))
}
