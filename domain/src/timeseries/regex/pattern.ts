import { parsePattern } from './parse.ts'
import { compileTree, type Step } from './program.ts'

/** A regular expression whose matching takes time in proportion to the text, whatever the pattern is. */
export type Pattern = {
  source: string
  /** Returns whether the pattern matches any part of the text. */
  test: (text: string) => boolean
}

/**
 * Compiles a user's regular expression. JavaScript's own matcher backtracks: `(a+)+b` would stop the server for years.
 * This one follows all possibilities at once, and so has neither back references nor assertions.
 * @throws PatternError for a mistake or an unsupported part.
 */
export function compilePattern(source: string): Pattern {
  const steps = compileTree(parsePattern(source))
  return { source, test: (text) => matches(steps, Array.from(text)) }
}

function matches(steps: readonly Step[], characters: readonly string[]): boolean {
  let current = new Set<number>()
  for (let at = 0; at <= characters.length; at++) {
    // A match may begin at every character.
    const position = { isStart: at === 0, isEnd: at === characters.length }
    const reached = closure(steps, current.add(0), position)
    if (reached === 'found') return true
    const code = characters[at]?.codePointAt(0)
    if (code === undefined) return false
    current = new Set()
    for (const index of reached) {
      const step = steps[index]!
      if (step.kind === 'character' && step.test(code)) current.add(index + 1)
    }
  }
  return false
}

/** Returns the steps that are reached without reading a character. */
function closure(
  steps: readonly Step[],
  from: ReadonlySet<number>,
  { isStart, isEnd }: { isStart: boolean; isEnd: boolean },
): Set<number> | 'found' {
  const reached = new Set<number>()
  const waiting = [...from]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (reached.has(index)) continue
    reached.add(index)
    const step = steps[index]!
    if (step.kind === 'found') return 'found'
    if (step.kind === 'jump') waiting.push(step.next)
    else if (step.kind === 'fork') waiting.push(step.next, step.other)
    else if ((step.kind === 'start' && isStart) || (step.kind === 'end' && isEnd)) waiting.push(index + 1)
  }
  return reached
}
