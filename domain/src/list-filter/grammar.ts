import type { FilterFields } from './fields.ts'
import { isAddress, type Operator, takesOperator, valueProblem } from './values.ts'

/** Maximum length of a filter in characters. */
export const MAX_FILTER = 2_000
/** Maximum number of terms of a filter. */
export const MAX_TERMS = 20
/** Maximum number of values of all terms: each may be compared with every row. */
export const MAX_VALUES = 64

/** One condition. The terms of a filter all have to match. */
export type Term = {
  /** Null for a bare word, which is looked for in names, IDs and addresses. */
  field: string | null
  isNegated: boolean
  operator: Operator
  /** At least one; any of them matches. */
  values: string[]
}

/** What is wrong with a filter, and the part of the text that it is about. */
export type FilterProblem = { message: string; start: number; end: number }

type Read = { terms: Term[]; problem: null } | { terms: null; problem: FilterProblem }

/** A term with its place in the text. */
export type PlacedTerm = Term & { start: number; end: number }

const FIELD = /^([a-z][a-z_]*):/i
const OPERATOR = /^(?:[<>]=?|=)/
const QUOTED = /^"((?:[^"\\]|\\.)*)"/s
const PLAIN = /^[^\s,"]+/

/**
 * Splits a filter into terms: `state:failed,stopped -name:web "two words" 10.0.0.3`. Terms are separated by blanks; `-` negates one;
 * a comma separates values; quotes keep blanks, commas and colons, and `\` keeps a quote or itself inside of them.
 * @returns the terms, whatever their fields are, or the first problem.
 */
export function splitFilter(
  text: string,
): { terms: PlacedTerm[]; problem: null } | { terms: null; problem: FilterProblem } {
  const fail = (message: string, start: number, end = text.length) => ({
    terms: null,
    problem: { message, start, end },
  })
  if (text.length > MAX_FILTER) return fail(`A filter must be at most ${MAX_FILTER} characters`, MAX_FILTER)
  const terms: PlacedTerm[] = []
  let at = 0
  let count = 0
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(text.slice(at))
    at += found?.[0].length ?? 0
    return found
  }
  for (take(/^\s+/); at < text.length; take(/^\s+/)) {
    const start = at
    if (terms.length === MAX_TERMS) return fail(`A filter must have at most ${MAX_TERMS} terms`, start)
    const isNegated = take(/^-/) !== null
    // An address of version 6 may begin with letters and a colon.
    const isBare = isAddress(/^\S*/.exec(text.slice(at))![0])
    const field = isBare ? null : (take(FIELD)?.[1]?.toLowerCase() ?? null)
    const operator = field === null ? '' : ((take(OPERATOR)?.[0] ?? '') as Operator)
    const values: string[] = []
    do {
      const quoted = take(QUOTED)
      const value = quoted ? quoted[1]!.replaceAll(/\\(.)/gs, '$1') : take(PLAIN)?.[0]
      if (text[at] === '"') return fail('A quoted value needs a quote at its end, and a blank after it', at)
      if (!value) return fail(missing(field, isNegated), start, at)
      if (++count > MAX_VALUES) return fail(`A filter must have at most ${MAX_VALUES} values`, start, at)
      values.push(value)
    } while (take(/^,/))
    if (at < text.length && !/^\s/.test(text.slice(at)))
      return fail('A quoted value needs a blank or a comma after it', start, at)
    terms.push({ field, isNegated, operator, values, start, end: at })
  }
  return { terms, problem: null }
}

const missing = (field: string | null, isNegated: boolean): string => {
  if (field !== null) return `"${field}:" needs a value`
  return isNegated ? 'A word must follow "-" at once' : 'A value is missing beside the comma'
}

/** Reads a filter for a list with these fields. @returns its terms, or the first problem with its place. */
export function parseFilter(text: string, fields: FilterFields): Read {
  const split = splitFilter(text)
  if (!split.terms) return split
  for (const term of split.terms) {
    const message = termProblem(term, fields)
    if (message) return { terms: null, problem: { message, start: term.start, end: term.end } }
  }
  return {
    terms: split.terms.map(({ start: _start, end: _end, ...term }) => inForm(term, fields)),
    problem: null,
  }
}

/** Values of a choice are lower case, and may be written in upper case and with dashes. */
function inForm(term: Term, fields: FilterFields): Term {
  return term.field !== null && fields[term.field]?.kind === 'choice'
    ? { ...term, values: term.values.map(choiceIn) }
    : term
}

const choiceIn = (value: string): string => value.toLowerCase().replaceAll('-', '_')

function termProblem({ field: name, operator, values }: Term, fields: FilterFields): string | null {
  if (name === null) return null
  const field = Object.hasOwn(fields, name) ? fields[name]! : null
  if (!field)
    return `"${name}" is no field of this list, which has ${Object.keys(fields).join(', ')}. Quote a word that has a colon`
  if (operator !== '' && !takesOperator(field, operator))
    return `"${name}" can't be compared with ${operator}`
  if (values.length > 1 && operator !== '' && operator !== '=')
    return `"${name}" can be compared with one value only`
  for (const value of values) {
    const problem = valueProblem(field, operator, field.kind === 'choice' ? choiceIn(value) : value)
    if (problem) return `"${name}" ${problem}`
  }
  return null
}

/** Returns what is wrong with a filter of a list with these fields, as a sentence with the place, or null. */
export function filterProblem(text: string, fields: FilterFields): string | null {
  const { problem } = parseFilter(text, fields)
  return problem && `${problem.message} (at character ${problem.start + 1})`
}

/** Writes terms as a text that `splitFilter` reads as the same terms. */
export const printFilter = (terms: readonly Term[]): string => terms.map(printTerm).join(' ')

function printTerm({ field, isNegated, operator, values }: Term): string {
  const isQuoted = (value: string) =>
    field === null
      ? !/^[\w.][\w.-]*$/.test(value) && !isAddress(value)
      : !/^[\w.*/+-][\w.*/:=+-]*$/.test(value)
  const texts = values.map((value) =>
    isQuoted(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value,
  )
  return `${isNegated ? '-' : ''}${field === null ? '' : `${field}:`}${operator}${texts.join(',')}`
}
