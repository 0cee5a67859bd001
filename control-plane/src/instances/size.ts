import { machineSizeProblems } from '@granary/domain/sizes.ts'
import { networkingSettingsOf } from '../kinds/networking-settings.ts'
import type { Context } from '../kit/context.ts'
import { invalidRequest, invalidValue } from '../kit/errors.ts'

/** @throws ApiError 400 when the CPU count or the memory is out of bounds. */
export function checkSize(size: { ncpus: number; memory: number }): void {
  const [first, ...others] = machineSizeProblems(size)
  if (!first) return
  const { path, code, message } = first
  throw path === 'ncpus'
    ? invalidRequest(message).at(path, code).also(others)
    : invalidValue(path, code, message, 'size')
}

/** Jumbo frames need support from the whole network, which a setting of the fleet declares. @throws ApiError 400. */
export async function refuseJumboFrames(context: Context, wanted: boolean): Promise<void> {
  if (wanted && (await networkingSettingsOf(context)).jumbo_frames === 0)
    throw invalidRequest('jumbo frames are not enabled for this fleet').at(
      'enable_jumbo_frames',
      'not_allowed',
    )
}
