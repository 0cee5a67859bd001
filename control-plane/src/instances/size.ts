import { machineSizeProblems } from '@granary/domain/sizes.ts'
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

/** Jumbo frames need support from the whole network, which no fleet setting declares yet. @throws ApiError 400. */
export function refuseJumboFrames(wanted: boolean): void {
  if (wanted)
    throw invalidRequest('jumbo frames are not enabled for this fleet').at(
      'enable_jumbo_frames',
      'not_allowed',
    )
}
