import { type DiskAction, diskServerOutcome } from '@granary/domain/disk-states.ts'
import type { DiskRow } from '../database/schema.ts'
import { conflict, invalidRequest, unavailable } from '../kit/base/errors.ts'

/**
 * Returns the effect of an action on a disk in its state, by the domain's table.
 * @returns whether it changes something, or is already done.
 * @throws ApiError 400, 409 or 503 with the table's message if it is not allowed.
 */
export function diskOutcome(action: DiskAction, disk: Pick<DiskRow, 'name' | 'state'>): 'ok' | 'no-op' {
  const outcome = diskServerOutcome(action, disk)
  if (typeof outcome === 'string') return outcome
  const refusal = { 400: invalidRequest, 409: conflict, 503: unavailable }[outcome.status]
  throw refusal(outcome.message)
}
