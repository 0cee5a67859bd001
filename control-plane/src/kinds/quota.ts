import type { Amounts } from './charge.ts'
import { invalidRequest } from '../kit/errors.ts'

const LABELS = { cpus: 'CPU', memory: 'memory', storage: 'storage' } as const

/** @throws ApiError 400 naming every quota that is negative, or too large to be counted exactly. */
export function refuseOutOfRange(
  doing: 'create' | 'update',
  amounts: { [Kind in keyof Amounts]?: number | null | undefined },
): void {
  const problems = Object.entries(LABELS).flatMap(([path, label]) => {
    const problem = amountProblem(amounts[path as keyof Amounts] ?? 0)
    if (problem === null) return []
    return [{ path, code: 'out_of_range' as const, message: `${label} quota ${problem}` }]
  })
  const [first] = problems
  if (first) throw invalidRequest(`cannot ${doing} silo quota: ${first.message}`).also(problems)
}

function amountProblem(amount: number): string | null {
  if (amount < 0) return 'must not be negative'
  return amount > Number.MAX_SAFE_INTEGER ? `can be at most ${Number.MAX_SAFE_INTEGER}` : null
}
