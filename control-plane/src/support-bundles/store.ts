import { BUNDLE_PART_BYTES, MAX_BUNDLE_BYTES } from '@granary/domain/support-bundles.ts'
import { MiB } from '@granary/domain/sizes.ts'
import type { Services } from '../kit/context/services.ts'
import { type Attempt, storePart } from './parts.ts'

/** Why a bundle can't be kept, in words for people. */
export class TooLarge extends Error {}

/**
 * Stores the bytes of a zip file as they come.
 * @returns how many there are.
 * @throws TooLarge, Superseded; the reason of the signal when it is aborted.
 */
export async function store(
  services: Services,
  attempt: Attempt,
  bytes: AsyncIterable<Uint8Array>,
  ending: AbortSignal,
  limit = MAX_BUNDLE_BYTES,
): Promise<number> {
  let part = new Uint8Array(BUNDLE_PART_BYTES)
  let filled = 0
  let place = 0
  const flush = async () => {
    await storePart(services, attempt, place++, part.subarray(0, filled))
    part = new Uint8Array(BUNDLE_PART_BYTES)
    filled = 0
  }
  for await (const chunk of bytes) {
    ending.throwIfAborted()
    for (let at = 0; at < chunk.length;) {
      const taken = chunk.subarray(at, at + BUNDLE_PART_BYTES - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (place * BUNDLE_PART_BYTES + filled > limit)
        throw new TooLarge(`The bundle has more than ${limit / MiB} MiB. Create one of a shorter period.`)
      if (filled === BUNDLE_PART_BYTES) await flush()
    }
  }
  const size = place * BUNDLE_PART_BYTES + filled
  if (filled > 0) await flush()
  return size
}
