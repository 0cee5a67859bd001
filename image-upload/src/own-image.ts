import type { CallOutput } from '@granary/contract/call.ts'
import type { UploadWish } from './wire.ts'

/**
 * Whether the image that has the wanted name is the one that was made of a snapshot. When the answer to its creation was
 * lost only the name is known, and somebody else may have given that to another image meanwhile.
 */
export const isMadeOf = (
  image: CallOutput<'imageView'>,
  wish: Pick<UploadWish, 'description' | 'os' | 'version'>,
  snapshot: Pick<CallOutput<'snapshotView'>, 'size' | 'timeCreated'>,
): boolean =>
  image.os === wish.os &&
  image.version === wish.version &&
  image.description === wish.description &&
  image.size === snapshot.size &&
  new Date(image.timeCreated) >= new Date(snapshot.timeCreated)
