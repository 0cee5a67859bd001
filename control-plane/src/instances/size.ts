import { cpuProblem, memoryProblem } from '@granary/domain/sizes.ts'
import { invalidRequest, invalidValue } from '../kit/errors.ts'

/** @throws ApiError 400 when the CPU count or the memory is out of bounds. */
export function checkSize({ ncpus, memory }: { ncpus: number; memory: number }): void {
  const cpu = cpuProblem(ncpus)
  if (cpu) throw invalidRequest(cpu)
  const size = memoryProblem(memory)
  if (size) throw invalidValue('size', size)
}
