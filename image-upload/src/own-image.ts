import type { CallOutput } from '@granary/contract/call.ts'
import type { UploadRequest } from './wire.ts'

/**
 * Whether an image was made from a snapshot by this upload. If the answer to its creation was lost, only the name is
 * known, and another user may have taken it for a different image.
 */
export const isMadeOf = (
  image: CallOutput<'imageView'>,
  wish: Pick<UploadRequest, 'description' | 'os' | 'version'>,
  snapshot: Pick<CallOutput<'snapshotView'>, 'size' | 'timeCreated'>,
): boolean =>
  image.os === wish.os &&
  image.version === wish.version &&
  image.description === wish.description &&
  image.size === snapshot.size &&
  new Date(image.timeCreated) >= new Date(snapshot.timeCreated)
