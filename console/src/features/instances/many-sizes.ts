import { type Amounts, cpuProblem, GiB } from '@granary/domain/sizes.ts'
import type { BulkChoice } from '../../app/bulk/bulk.ts'
import { memoryGibProblem } from './memory.ts'

export type ManySize = NonNullable<BulkChoice['size']>

/** Keeps the size of each instance. */
export const KEPT: ManySize = { ncpus: null, memoryGib: null }

const wholeProblem = (value: number): string | null => (Number.isNaN(value) ? 'Must be a whole number' : null)

/** Returns what is wrong with each field. An empty field is right: it keeps the size of each instance. */
export const fieldProblems = ({ ncpus, memoryGib }: ManySize) => ({
  ncpus: ncpus === null ? null : cpuProblem(ncpus),
  memory: memoryGib === null ? null : (wholeProblem(memoryGib) ?? memoryGibProblem(memoryGib)),
})

/** Returns what is wrong with a new size of many instances, or null. */
export function sizeProblem(size: ManySize = KEPT): string | null {
  if (size.ncpus === null && size.memoryGib === null) return 'Enter the vCPUs, the memory, or both'
  const problems = fieldProblems(size)
  return problems.ncpus ?? problems.memory
}

/** Returns how many instances of a size can start within a quota. The current size of a kept part is not known. */
export function roomFor(
  { ncpus, memoryGib }: ManySize,
  { capacity, provisioned }: { capacity: Amounts; provisioned: Amounts },
): number {
  const fitting = (part: 'cpus' | 'memory', each: number | null) =>
    each === null ? Infinity : Math.max(0, Math.floor((capacity[part] - provisioned[part]) / each))
  return Math.min(fitting('cpus', ncpus), fitting('memory', memoryGib === null ? null : memoryGib * GiB))
}
