import { toSnake } from '@granary/contract/codec.ts'
import { type Problem, type ProblemCode, problemPath } from '@granary/domain/problems.ts'
import type { z } from 'zod'
import { capitalize } from '../base/errors.ts'

type Issue = z.core.$ZodIssue
type Parts = readonly (string | number)[]

/** Maximum number of problems in a response, so that the response stays shorter than the request. */
export const MAX_PROBLEMS = 100

/** Returns the problems that a schema found in a value, by wire name. */
export const problemsOf = (error: z.ZodError, value: unknown): Problem[] =>
  error.issues.slice(0, MAX_PROBLEMS).map((issue) => problemOf(issue, value))

function problemOf(issue: Issue, value: unknown): Problem {
  const given = valueAt(value, issue.path)
  const { code, at } = { code: codeOf(issue, given), at: '', ...ownParams(issue) }
  return {
    path: problemPath([...wireParts(issue.path), at]),
    code,
    message: capitalize(sentenceOf(issue, code)),
  }
}

/** The details that a domain rule put on its issue; see `addProblem` of the contract. */
const ownParams = (issue: Issue): { code?: ProblemCode; at?: string } =>
  issue.code === 'custom' ? (issue.params ?? {}) : {}

/** Returns the path of an issue in wire names. */
export const wireParts = (path: readonly PropertyKey[]): Parts =>
  path.map((part) => (typeof part === 'string' ? toSnake(part) : Number(part)))

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, part) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[part],
    value,
  )

function codeOf(issue: Issue, given: unknown): ProblemCode {
  if (given === undefined || given === '') return 'required'
  switch (issue.code) {
    case 'invalid_type':
      // A fraction, or a number too large for a double, still has the type number.
      return typeof given === 'number' && ['number', 'int'].includes(issue.expected)
        ? 'out_of_range'
        : 'invalid_type'
    case 'too_big':
      return isNumeric(issue.origin) ? 'out_of_range' : 'too_long'
    case 'too_small':
      return isNumeric(issue.origin) ? 'out_of_range' : 'too_short'
    case 'not_multiple_of':
      return 'not_multiple'
    case 'invalid_value':
    case 'unrecognized_keys':
      return 'not_allowed'
    case 'invalid_union':
      return issue.discriminator === undefined ? 'invalid_format' : 'not_allowed'
    default:
      return 'invalid_format'
  }
}

const isNumeric = (origin: string): boolean => ['number', 'int', 'bigint'].includes(origin)

/** Returns the message for a field whose schema message is not fit for users. */
function sentenceOf(issue: Issue, code: ProblemCode): string {
  if (code === 'required' && issue.code !== 'custom') return 'This field is required'
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`
    case 'too_big':
      return `Must be at most ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`
    case 'too_small':
      return `Must be at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}`
    case 'invalid_value':
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
    case 'invalid_union':
      return alternativesOf(issue)
    default:
      return issue.message
  }
}

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const unitOf = (origin: string, amount: number | bigint): string =>
  origin === 'string' ? ` character${one(amount)}` : origin === 'array' ? ` item${one(amount)}` : ''
const one = (amount: number | bigint): string => (Number(amount) === 1 ? '' : 's')

function alternativesOf(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if (issue.discriminator !== undefined && 'options' in issue && issue.options)
    return `Must be one of ${issue.options.join(', ')}`
  const messages = new Set(issue.errors.flatMap(([first]) => (first ? [first.message] : [])))
  return messages.size > 0 ? [...messages].join(', or: ') : issue.message
}
