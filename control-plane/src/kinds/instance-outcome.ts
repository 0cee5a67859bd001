import { type InstanceServerAction, instanceServerOutcome } from '@granary/domain/instance-outcomes.ts'
import type { InstanceRow } from '../database/schema.ts'
import { ApiError } from '../kit/base/errors.ts'

/**
 * Returns the effect of an action on an instance in its state, by the domain's table.
 * @returns whether it changes something, or is already done.
 * @throws ApiError 400, 409 or 503 with the table's message if it is not allowed.
 */
export function outcomeOf(action: InstanceServerAction, state: InstanceRow['run_state']): 'ok' | 'no-op' {
  const outcome = instanceServerOutcome(action, state)
  if (typeof outcome === 'string') return outcome
  const code =
    outcome.status === 409 ? 'Conflict' : outcome.status === 503 ? 'ServiceNotAvailable' : 'InvalidRequest'
  throw new ApiError(outcome.status, code, outcome.message)
}

/**
 * Returns the state that counts for interfaces and groups. An instance that starts after its creation already holds
 * its sled, neighbours and addresses, so it counts as starting.
 */
export const stateForChanges = ({
  run_state: state,
  charged,
}: Pick<InstanceRow, 'run_state' | 'charged'>): InstanceRow['run_state'] =>
  state === 'creating' && charged === 1 ? 'starting' : state
