import { diskActionAllowed, type DiskStateName, isDiskTransitional } from './disk-states.ts'
import { instanceServerOutcome } from './instance-outcomes.ts'
import { type InstanceState, instanceActionAllowed, isTransitional } from './instance-states.ts'
import { type CopyState, snapshotDeleteReason } from './snapshot-states.ts'

/** A step of a deletion: now, after a stop, after a state that passes by itself, or not at all (with the reason). */
export type DeletionStep = 'delete' | 'stop' | 'wait' | { refused: string }

/** Returns how an instance in a state is deleted together with its project. */
export function instanceDeletionStep(state: InstanceState): DeletionStep {
  if (instanceActionAllowed('delete', state, true)) return 'delete'
  if (instanceActionAllowed('stop', state)) return 'stop'
  if (isTransitional(state)) return 'wait'
  const outcome = instanceServerOutcome('delete', state)
  return typeof outcome === 'object' ? { refused: outcome.message } : 'delete'
}

/** Returns how a disk in a state is deleted together with its project, after its instance. */
export function diskDeletionStep(state: DiskStateName): DeletionStep {
  if (diskActionAllowed('delete', state)) return 'delete'
  if (state === 'attached' || isDiskTransitional(state)) return 'wait'
  return { refused: `disk cannot be deleted in state "${state}"` }
}

/** Returns how a snapshot in a state is deleted together with its project. */
export function snapshotDeletionStep(state: CopyState): DeletionStep {
  const reason = snapshotDeleteReason(state)
  if (reason === null) return 'delete'
  return state === 'creating' ? 'wait' : { refused: reason }
}
