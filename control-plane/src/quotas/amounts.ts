import type { Amounts } from '../instances/charge.ts'
import { invalidRequest } from '../kit/errors.ts'

const LABELS = { cpus: 'CPU', memory: 'memory', storage: 'storage' } as const

/** @throws ApiError 400 naming the first quota below nothing. */
export function refuseNegative(
  doing: 'create' | 'update',
  amounts: { [Kind in keyof Amounts]?: number | null | undefined },
): void {
  for (const [kind, label] of Object.entries(LABELS))
    if ((amounts[kind as keyof Amounts] ?? 0) < 0)
      throw invalidRequest(`cannot ${doing} silo quota: ${label} quota must not be negative`)
}
