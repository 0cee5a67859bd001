import { toSnake } from '@granary/contract/codec.ts'
import { RefusedError } from '../http.ts'
import { isItem } from '../output/show.ts'
import type { Flags } from '@granary/contract/commands/flags.ts'

/**
 * Appends the problems of a refusal to its message, one per line, by flag or argument. Returns other errors unchanged.
 * @param names arguments of the command, as named in the contract.
 */
export function withProblems(error: unknown, flags: Flags, names: readonly string[]): unknown {
  if (!(error instanceof RefusedError)) return error
  const { status, message, body } = error
  const problems = isItem(body) && Array.isArray(body.problems) ? body.problems.filter(isItem) : []
  const lines = problems.map(
    (problem) => `\n  ${nameOf(String(problem.path), flags, names)}${String(problem.message)}`,
  )
  return new RefusedError(status, `${message}${lines.join('')}`, body)
}

function nameOf(path: string, flags: Flags, names: readonly string[]): string {
  const [first = ''] = path.split(/[.[]/)
  const field = [...flags.body, ...flags.query].find(({ name }) => name === first)
  const argument = names.map(toSnake).find((name) => name === first)
  const name = argument ? `<${argument.replaceAll('_', '-')}>` : field ? `--${field.flag}` : path
  if (name === '') return ''
  return first === path || name === path ? `${name}: ` : `${name}, ${path}: `
}
