import { expect, test } from 'vitest'
import { SIZES_BY_NAME } from './machine-sizes.ts'
import { cpuProblem } from './sizes.ts'

test('names each size once, and an instance can have it', () => {
  expect([...SIZES_BY_NAME.keys()]).toEqual([
    'micro',
    'small',
    'medium',
    'large',
    'xlarge',
    'cpu-small',
    'cpu-medium',
    'cpu-large',
    'cpu-xlarge',
    'memory-small',
    'memory-medium',
    'memory-large',
    'memory-xlarge',
  ])
  for (const { ncpus } of SIZES_BY_NAME.values()) expect(cpuProblem(ncpus)).toBeNull()
  expect(SIZES_BY_NAME.get('small')).toEqual({ ncpus: 2, memoryGib: 8 })
})
