/** Disk states, with the API's names. */
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

/** Whether the state is transient: the disk leaves it without a request. */
export const isDiskTransitional = (state: DiskStateName): boolean => TRANSITIONAL.has(state)

const WITH_INSTANCE: ReadonlySet<DiskStateName> = new Set(['attaching', 'attached', 'detaching'])

/** Whether a disk in this state belongs to an instance. */
export const isDiskWithInstance = (state: DiskStateName): boolean => WITH_INSTANCE.has(state)

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

/** Whether the console offers an action on a disk in this state. */
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

/** Properties besides the state that decide whether a disk can be snapshotted. */
export type SnapshotSource = { state: DiskStateName; type: 'distributed' | 'local'; readOnly: boolean }

/** Returns why an action is not offered on a disk in this state, or null. */
export function diskActionReason(action: DiskAction, state: DiskStateName): string | null {
  if (diskActionAllowed(action, state)) return null
  if (action === 'delete' && state === 'attached') return 'The disk must be detached before it can be deleted'
  return `Only ${statesOf(action).replaceAll('_', ' ')} disks can be ${VERBS[action]}`
}

/** Returns why a disk can't be snapshotted, or null. Only distributed, writable disks can. */
export function snapshotReason({ state, type, readOnly }: SnapshotSource): string | null {
  if (readOnly) return 'Read-only disks cannot be snapshotted'
  if (type === 'local') return 'Local disks cannot be snapshotted'
  return diskActionReason('snapshot', state)
}

/** The action proceeds, is already done, or is refused with a message. */
export type DiskOutcome = 'ok' | 'no-op' | { status: 400 | 409 | 503; message: string }

/**
 * Returns the server's answer to an action on a disk in this state. The caller checks first whether the disk is already
 * attached to, or detached from, the requested instance: repeating either succeeds.
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
      // A transient state is worth a retry, so the request itself is not at fault.
      return { status: 503, message: `disk "${name}" cannot be snapshotted in state "${state}"` }
    case 'attach':
      return {
        status: 400,
        message: isDiskWithInstance(state)
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
