import type { Amounts } from './charge.ts'
import { invalidRequest } from '../kit/errors.ts'

const LABELS = { cpus: 'CPU', memory: 'memory', storage: 'storage' } as const

/** @throws ApiError 400 naming the first quota that is negative, or too large to be counted exactly. */
export function refuseOutOfRange(
  doing: 'create' | 'update',
  amounts: { [Kind in keyof Amounts]?: number | null | undefined },
): void {
  for (const [kind, label] of Object.entries(LABELS)) {
    const amount = amounts[kind as keyof Amounts] ?? 0
    const refuse = (problem: string) =>
      invalidRequest(`cannot ${doing} silo quota: ${label} quota ${problem}`)
    if (amount < 0) throw refuse('must not be negative')
    if (amount > Number.MAX_SAFE_INTEGER) throw refuse(`can be at most ${Number.MAX_SAFE_INTEGER}`)
  }
}
