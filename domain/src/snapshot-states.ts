/** Every state that a snapshot or an image can be in, as the API names them. */
export const copyStates = ['creating', 'ready', 'faulted', 'destroyed'] as const
export type CopyState = (typeof copyStates)[number]

const DELETABLE: ReadonlySet<CopyState> = new Set(['ready', 'faulted'])

/** Why a snapshot in a state is not deleted now, or null when it can be: what is being copied is waited for. */
export const snapshotDeleteReason = (state: CopyState): string | null =>
  DELETABLE.has(state) ? null : 'Only ready or faulted snapshots can be deleted'

/** Whether disks and images can be made from it: what is still being made will be there when it is needed. */
export const isUsableSource = (state: CopyState): boolean => state === 'ready' || state === 'creating'

/** Why no disk is made of a snapshot or an image in a state, or null when one can be. */
export const diskSourceReason = (things: 'snapshots' | 'images', state: CopyState): string | null =>
  isUsableSource(state) ? null : `Disks can only be made of ${things} that are ready or being created`

/** Why no image is made of a snapshot in a state, or null when one can be. */
export const imageSourceReason = (state: CopyState): string | null =>
  isUsableSource(state) ? null : 'Images can only be made of snapshots that are ready or being created'
