import { machineSizeProblems } from '@granary/domain/sizes.ts'
import { networkingSettingsOf } from '../kinds/networking-settings.ts'
import type { Context } from '../kit/context/context.ts'
import { invalidRequest, invalidValue } from '../kit/base/errors.ts'

/** MTU of the interfaces of an instance with jumbo frames; bytes. */
export const JUMBO_MTU = 8500

/** @throws ApiError 400 when the CPU count or the memory is out of bounds. */
export function checkSize(size: { ncpus: number; memory: number }): void {
  const [first, ...others] = machineSizeProblems(size)
  if (!first) return
  const { path, code, message } = first
  throw path === 'ncpus'
    ? invalidRequest(message).at(path, code).also(others)
    : invalidValue(path, code, message, 'size')
}

/** Jumbo frames need support from the driver, and from the whole network, which a setting of the fleet declares. @throws ApiError 400. */
export async function refuseJumboFrames(context: Context, wanted: boolean): Promise<void> {
  if (!wanted) return
  const refuse = (message: string) => invalidRequest(message).at('enable_jumbo_frames', 'not_allowed')
  if ((await networkingSettingsOf(context)).jumbo_frames === 0)
    throw refuse('jumbo frames are not enabled for this fleet')
  const { mtu } = context.services.compute.facts()
  if (mtu < JUMBO_MTU)
    throw refuse(
      `jumbo frames have up to ${JUMBO_MTU} bytes, and the network of this server carries ${mtu} at most`,
    )
}
