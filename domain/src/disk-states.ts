/** Every state that a disk can be in, as the API names them. */
export const diskStates = [
  'creating',
  'detached',
  'import_ready',
  'importing_from_url',
  'importing_from_bulk_writes',
  'finalizing',
  'maintenance',
  'attaching',
  'attached',
  'detaching',
  'destroyed',
  'faulted',
] as const
export type DiskStateName = (typeof diskStates)[number]

const TRANSITIONAL: ReadonlySet<DiskStateName> = new Set(['attaching', 'creating', 'detaching', 'finalizing'])

/** Whether a disk will leave its state by itself. */
export const isDiskTransitional = (state: DiskStateName): boolean => TRANSITIONAL.has(state)

const ALLOWED = {
  delete: ['detached', 'faulted'],
  snapshot: ['attached', 'detached'],
  attach: ['creating', 'detached'],
  detach: ['attached'],
  set_boot_disk: ['attached'],
  bulk_write_start: ['import_ready'],
  bulk_write: ['importing_from_bulk_writes'],
  bulk_write_stop: ['importing_from_bulk_writes'],
  finalize: ['import_ready'],
} as const satisfies Record<string, readonly DiskStateName[]>
export type DiskAction = keyof typeof ALLOWED

/** Whether an action is possible on a disk in a state. */
export const diskActionAllowed = (action: DiskAction, state: DiskStateName): boolean =>
  (ALLOWED[action] as readonly DiskStateName[]).includes(state)

const statesOf = (action: DiskAction): string => ALLOWED[action].join(' or ')

const VERBS: Record<DiskAction, string> = {
  delete: 'deleted',
  snapshot: 'snapshotted',
  attach: 'attached',
  detach: 'detached',
  set_boot_disk: 'set as boot disk',
  bulk_write_start: 'put into import mode',
  bulk_write: 'written to by an import',
  bulk_write_stop: 'taken out of import mode',
  finalize: 'finalized',
}

/** What of a disk decides on snapshots besides its state. */
export type SnapshotSource = { state: DiskStateName; type: 'distributed' | 'local'; readOnly: boolean }

/** Why an action is not offered on a disk in a state, or null when it is. */
export function diskActionReason(action: DiskAction, state: DiskStateName): string | null {
  if (diskActionAllowed(action, state)) return null
  if (action === 'delete' && state === 'attached') return 'The disk must be detached before it can be deleted'
  return `Only ${statesOf(action).replaceAll('_', ' ')} disks can be ${VERBS[action]}`
}

/** Why no snapshot of a disk can be made, or null when it can: its blocks must be spread over sleds and may change. */
export function snapshotReason({ state, type, readOnly }: SnapshotSource): string | null {
  if (readOnly) return 'Read-only disks cannot be snapshotted'
  if (type === 'local') return 'Local disks cannot be snapshotted'
  return diskActionReason('snapshot', state)
}

/** It is done, it need not be done, or it is refused with these words. */
export type DiskOutcome = 'ok' | 'no-op' | { status: 400 | 409 | 503; message: string }

/**
 * What the server does when it is asked for an action on a disk in a state. Whether the disk is attached to the very
 * instance that is asked for is the caller's to know and comes first: attaching again and detaching again succeed.
 */
export function diskServerOutcome(
  action: DiskAction,
  { name, state }: { name: string; state: DiskStateName },
): DiskOutcome {
  if (diskActionAllowed(action, state)) return 'ok'
  switch (action) {
    case 'delete':
      return { status: 400, message: `disk cannot be deleted in state "${state}"` }
    case 'snapshot':
      // What passes by itself is worth another try, so it is not the request that is wrong.
      return { status: 503, message: `disk "${name}" cannot be snapshotted in state "${state}"` }
    case 'attach':
      return {
        status: 400,
        message: HELD.has(state)
          ? `cannot attach disk "${name}": disk is attached to another instance`
          : `cannot attach disk "${name}": invalid state ${state}`,
      }
    case 'detach':
      return state === 'detached'
        ? 'no-op'
        : { status: 400, message: `cannot detach disk "${name}": invalid state ${state}` }
    case 'set_boot_disk':
      return { status: 409, message: 'boot disk must be attached' }
    case 'bulk_write_start':
    case 'bulk_write':
    case 'bulk_write_stop':
    case 'finalize':
      return {
        status: 400,
        message: `disk "${name}" cannot be ${VERBS[action]}: its state is ${state}, it must be ${statesOf(action)}`,
      }
  }
}

const HELD: ReadonlySet<DiskStateName> = new Set(['attaching', 'attached', 'detaching'])
