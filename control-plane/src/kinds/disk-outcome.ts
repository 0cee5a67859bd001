import { type DiskAction, diskServerOutcome } from '@granary/domain/disk-states.ts'
import type { DiskRow } from '../database/schema.ts'
import { conflict, invalidRequest, unavailable } from '../kit/errors.ts'

/**
 * What an action does to a disk in its state, by the table of the domain.
 * @returns whether it does something, or is done already.
 * @throws ApiError 400, 409 or 503 with the table's words when it is not allowed.
 */
export function diskOutcome(action: DiskAction, disk: Pick<DiskRow, 'name' | 'state'>): 'ok' | 'no-op' {
  const outcome = diskServerOutcome(action, disk)
  if (typeof outcome === 'string') return outcome
  const refusal = { 400: invalidRequest, 409: conflict, 503: unavailable }[outcome.status]
  throw refusal(outcome.message)
}
