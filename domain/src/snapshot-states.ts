/** States of snapshots and images, with the API's names. */
export const copyStates = ['creating', 'ready', 'faulted', 'destroyed'] as const
export type CopyState = (typeof copyStates)[number]

const DELETABLE: ReadonlySet<CopyState> = new Set(['ready', 'faulted'])

/** Returns why a snapshot can't be deleted in this state, or null. A running copy must finish first. */
export const snapshotDeleteReason = (state: CopyState): string | null =>
  DELETABLE.has(state) ? null : 'Only ready or faulted snapshots can be deleted'

/** Whether disks and images can be made from it. A source that is still being created will be ready in time. */
export const isUsableSource = (state: CopyState): boolean => state === 'ready' || state === 'creating'

/** Returns why no disk can be made from a snapshot or image in this state, or null. */
export const diskSourceReason = (things: 'snapshots' | 'images', state: CopyState): string | null =>
  isUsableSource(state) ? null : `Disks can only be made of ${things} that are ready or being created`

/** Returns why no image can be made from a snapshot in this state, or null. */
export const imageSourceReason = (state: CopyState): string | null =>
  isUsableSource(state) ? null : 'Images can only be made of snapshots that are ready or being created'
