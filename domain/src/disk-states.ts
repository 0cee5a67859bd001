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

/** The states in which an action is possible, joined by "or", for saying why it is not. */
export const diskActionStates = (action: DiskAction): string => ALLOWED[action].join(' or ').replaceAll('_', ' ')
