import { parsePattern } from './parse.ts'
import { compileTree, type Step, StepBudget } from './program.ts'

/** A regular expression whose matching takes time in proportion to the text, whatever the pattern is. */
export type Pattern = {
  source: string
  /** Returns whether the pattern matches any part of the text. */
  test: (text: string) => boolean
}

/**
 * Compiles a user's regular expression. JavaScript's own matcher backtracks: `(a+)+b` would stop the server for years.
 * This one follows all possibilities at once, and so has neither back references nor assertions. It remembers results,
 * because many series have the same texts.
 * @param budget of the query that the pattern is in.
 * @throws PatternError for a mistake or an unsupported part, or if the budget doesn't suffice.
 */
export function compilePattern(source: string, budget = new StepBudget()): Pattern {
  const steps = compileTree(parsePattern(source), budget)
  const known = new Map<string, boolean>()
  const test = (text: string) => {
    const found = known.get(text) ?? matches(steps, Array.from(text))
    known.set(text, found)
    return found
  }
  return { source, test }
}

function matches(steps: readonly Step[], characters: readonly string[]): boolean {
  /** The position at which each step was reached last. */
  const reachedAt = new Int32Array(steps.length).fill(-1)
  let waiting = [0]
  for (let at = 0; at <= characters.length; at++) {
    const code = characters[at]?.codePointAt(0)
    const next: number[] = []
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (reachedAt[index] === at) continue
      reachedAt[index] = at
      const step = steps[index]!
      if (step.kind === 'found') return true
      if (step.kind !== 'character') waiting.push(...followers(step, index, at === 0, code === undefined))
      else if (code !== undefined && step.test(code)) next.push(index + 1)
    }
    // A match may begin at every character.
    next.push(0)
    waiting = next
  }
  return false
}

type OtherStep = Exclude<Step, { kind: 'character' | 'found' }>

/** Returns the steps that are reached from a step without reading a character. */
function followers(step: OtherStep, index: number, isStart: boolean, isEnd: boolean): number[] {
  if (step.kind === 'jump') return [step.next]
  if (step.kind === 'fork') return [step.next, step.other]
  return (step.kind === 'start' ? isStart : isEnd) ? [index + 1] : []
}
