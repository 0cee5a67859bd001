import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Meaning } from './security-event.ts'

/** Operations that sign users in, or are a step of it: their refusals are failed sign-ins. */
const SIGN_INS = new Set<OperationId>([
  'loginLocal',
  'loginSaml',
  'loginSamlFinish',
  'loginSamlConfirm',
  'deviceAccessToken',
])

/** Queries over time: no change of a resource makes their answers stale, so they show none. */
const QUERIES = new Set<OperationId>(['timeseriesQuery', 'systemTimeseriesQuery'])

/**
 * Returns what a success of an operation means to the security log. Every operation that is no GET is a change, unless
 * the contract says that it only computes an answer.
 */
export function meaningOf(id: OperationId): Meaning {
  if (SIGN_INS.has(id)) return 'sign_in'
  if (QUERIES.has(id)) return 'read'
  const { method, shows, changes } = contract[id]
  return method === 'GET' || (shows.length > 0 && changes.length === 0) ? 'read' : 'change'
}
