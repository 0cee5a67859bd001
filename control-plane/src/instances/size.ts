import { memoryProblem, vcpusProblem } from '@granary/domain/sizes.ts'
import { invalidRequest, invalidValue } from '../kit/errors.ts'

/** @throws ApiError 400 when the CPU count or the memory is out of bounds. */
export function checkSize({ ncpus, memory }: { ncpus: number; memory: number }): void {
  const cpu = vcpusProblem(ncpus)
  if (cpu) throw invalidRequest(cpu)
  const size = memoryProblem(memory)
  if (size) throw invalidValue('size', size)
}

/** Every network on the way must carry them, which no operator has said of this fleet yet. @throws ApiError 400. */
export function refuseJumboFrames(wanted: boolean): void {
  if (wanted) throw invalidRequest('jumbo frames are not enabled for this fleet')
}
