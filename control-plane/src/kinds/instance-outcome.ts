import { type InstanceServerAction, instanceServerOutcome } from '@granary/domain/instance-states.ts'
import type { InstanceRow } from '../database/schema.ts'
import { ApiError } from '../kit/errors.ts'

/**
 * What an action does in a state, by the table of the domain.
 * @returns whether it does something, or is done already.
 * @throws ApiError 400, 409 or 503 with the table's words when it is not allowed.
 */
export function outcomeOf(action: InstanceServerAction, state: InstanceRow['run_state']): 'ok' | 'no-op' {
  const outcome = instanceServerOutcome(action, state)
  if (typeof outcome === 'string') return outcome
  const code =
    outcome.status === 409 ? 'Conflict' : outcome.status === 503 ? 'ServiceNotAvailable' : 'InvalidRequest'
  throw new ApiError(outcome.status, code, outcome.message)
}

/**
 * The state that counts for its interfaces and groups. One that is being created to be started holds its place already, and
 * with it the neighbours and addresses that it was given, so to these it is starting.
 */
export const stateForChanges = ({
  run_state: state,
  charged,
}: Pick<InstanceRow, 'run_state' | 'charged'>): InstanceRow['run_state'] =>
  state === 'creating' && charged === 1 ? 'starting' : state
