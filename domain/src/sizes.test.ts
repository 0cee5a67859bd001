import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Amounts,
  autoDiskSize,
  bulkWriteProblem,
  cpuProblem,
  diskSizeProblems,
  machineSizeProblems,
  GiB,
  KiB,
  memoryProblem,
  MiB,
  quotaProblems,
  sourceSizeProblem,
  TiB,
  vcpusProblem,
} from './sizes.ts'

test.each([
  [1, null],
  [254, null],
  [0, 'Must be at least 1 vCPU'],
  [-1, 'Must be at least 1 vCPU'],
  [null, 'Must be at least 1 vCPU'],
  [1.5, 'Must be a whole number'],
  [255, 'Can be at most 254'],
])('%s virtual CPUs: %s', (ncpus, problem) => expect(cpuProblem(ncpus)).toBe(problem))

test.each([
  [1, null],
  [254, null],
  [0, 'cannot have less than 1 vCPU per instance'],
  [255, 'cannot have more than 254 vCPUs per instance'],
])('a request for %s virtual CPUs: %s', (ncpus, problem) => expect(vcpusProblem(ncpus)).toBe(problem))

test.each([
  [GiB, null],
  [1536 * GiB, null],
  [GiB - 1, 'memory must be at least 1 GiB'],
  [GiB + 1, 'memory must be divisible by 1 GiB'],
  [1537 * GiB, 'memory must be less than or equal to 1536 GiB'],
])('%d bytes of memory: %s', (memory, problem) => expect(memoryProblem(memory)).toBe(problem))

test.each([
  [{ size: GiB, blockSize: 512, type: 'distributed' }, null],
  [{ size: 1023 * GiB, blockSize: 4096, type: 'distributed' }, null],
  [{ size: 5 * TiB, blockSize: 4096, type: 'local' }, null],
  [{ size: GiB + 1, blockSize: 512, type: 'distributed' }, 'size and block_size'],
  [{ size: 512 * MiB, blockSize: 512, type: 'distributed' }, 'size'],
  [{ size: 1.5 * GiB, blockSize: 512, type: 'local' }, 'size'],
  [{ size: 1024 * GiB, blockSize: 512, type: 'distributed' }, 'size'],
  [{ size: 0, blockSize: 4096, type: 'local' }, 'size'],
] as const)('a disk of %j: %s', (disk, label) => expect(diskSizeProblems(disk)[0]?.label ?? null).toBe(label))

test('an invalid size or block size is reported for its own field', () => {
  const [problem] = diskSizeProblems({ size: GiB + 512, blockSize: 4096, type: 'distributed' })
  expect(problem).toEqual({
    path: 'size',
    code: 'not_multiple',
    label: 'size and block_size',
    message: 'total size must be a multiple of the block size 4096',
  })
})

test('reports every problem with a size at once', () => {
  const codes = (problems: { path: string; code: string }[]) =>
    problems.map(({ path, code }) => `${path} ${code}`)
  expect(codes(diskSizeProblems({ size: 1000, blockSize: 512, type: 'distributed' }))).toEqual([
    'size not_multiple',
    'size out_of_range',
  ])
  expect(codes(diskSizeProblems({ size: 1024.5 * GiB, blockSize: 512, type: 'distributed' }))).toEqual([
    'size not_multiple',
    'size out_of_range',
  ])
  expect(codes(machineSizeProblems({ ncpus: 0, memory: GiB + 1 }))).toEqual([
    'ncpus out_of_range',
    'memory not_multiple',
  ])
  expect(codes(machineSizeProblems({ ncpus: 255, memory: 1 }))).toEqual([
    'ncpus out_of_range',
    'memory out_of_range',
  ])
  expect(machineSizeProblems({ ncpus: 254, memory: GiB })).toEqual([])
})

test.each([
  [{ size: 4 * GiB, sourceSize: 4 * GiB, readOnly: false }, true],
  [{ size: 5 * GiB, sourceSize: 4 * GiB, readOnly: false }, true],
  [{ size: 3 * GiB, sourceSize: 4 * GiB, readOnly: false }, false],
  [{ size: 4 * GiB, sourceSize: 4 * GiB, readOnly: true }, true],
  [{ size: 5 * GiB, sourceSize: 4 * GiB, readOnly: true }, false],
  [{ size: 3 * GiB, sourceSize: 4 * GiB, readOnly: true }, false],
])('checks a disk against its source %j: %s', (disk, allowed) =>
  expect(sourceSizeProblem(disk) === null).toBe(allowed),
)

describe('bulkWriteProblem', () => {
  const fits = { offset: 0, length: 512 * KiB, most: 512 * KiB, blockSize: 512, diskSize: GiB }

  test.each([
    [{}, null],
    [{ offset: GiB - 512 * KiB }, null],
    [{ length: 0 }, null],
    [{ length: 512 * KiB + 512 }, 'at most'],
    [{ length: 1024 * KiB, most: 1024 * KiB }, null],
    [{ offset: 100 }, 'offset'],
    [{ offset: -512 }, 'offset'],
    [{ offset: 512, blockSize: 4096 }, 'offset'],
    [{ length: 100 }, 'length'],
    [{ offset: GiB - 512 * KiB + 512 }, 'beyond'],
  ])('%j: %s', (change, message) => {
    const problem = bulkWriteProblem({ ...fits, ...change })
    if (message === null) expect(problem).toBeNull()
    else expect(problem).toContain(message)
  })
})

describe('autoDiskSize', () => {
  test.each([
    [1, 10],
    [10 * GiB, 10],
    [10 * GiB + 1, 20],
    [1020 * GiB + 1, 1023],
    [0, 10],
  ])('for %d bytes: %d GiB', (bytes, gib) => expect(autoDiskSize(bytes)).toBe(gib))

  test('suggests a valid size that the source fits in', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1023 * GiB }), (sourceSize) => {
        const size = autoDiskSize(sourceSize) * GiB
        expect(diskSizeProblems({ size, blockSize: 4096, type: 'distributed' })).toEqual([])
        expect(sourceSizeProblem({ size, sourceSize, readOnly: false })).toBeNull()
      }),
    )
  })
})

describe('quotaProblems', () => {
  const capacity = { cpus: 10, memory: 20 * GiB, storage: 30 * GiB }
  const provisioned = { cpus: 8, memory: 16 * GiB, storage: 30 * GiB }
  const nothing = { cpus: 0, memory: 0, storage: 0 }

  test('names every exceeded quota, with its numbers', () => {
    const requested = { cpus: 2, memory: 8 * GiB, storage: GiB }
    expect(quotaProblems({ capacity, provisioned, requested })[0]).toEqual({
      resource: 'memory',
      capacity: 20 * GiB,
      provisioned: 16 * GiB,
      requested: 8 * GiB,
      message:
        'Memory Limit Exceeded: 8 GiB wanted, 16 GiB of 20 GiB in use. Free some resources or ask your operator for a larger quota.',
    })
    expect(quotaProblems({ capacity, provisioned, requested }).map(({ resource }) => resource)).toEqual([
      'memory',
      'storage',
    ])
  })

  test('a quota below its usage blocks only requests for more of that resource', () => {
    const lowered = { ...capacity, storage: 0 }
    expect(quotaProblems({ capacity: lowered, provisioned, requested: { ...nothing, cpus: 2 } })).toEqual([])
    expect(
      quotaProblems({ capacity: lowered, provisioned, requested: { ...nothing, storage: 1 } })[0]?.resource,
    ).toBe('storage')
  })

  test('granted requests stay within the quota, and refused requests would not', () => {
    const amounts = fc.record({ cpus: fc.nat(20), memory: fc.nat(20), storage: fc.nat(20) })
    fc.assert(
      fc.property(amounts, amounts, amounts, (capacity, provisioned, requested) => {
        const over = (['cpus', 'memory', 'storage'] satisfies (keyof Amounts)[]).filter(
          (key) => requested[key] > 0 && requested[key] > capacity[key] - provisioned[key],
        )
        expect(quotaProblems({ capacity, provisioned, requested }).map(({ resource }) => resource)).toEqual(
          over,
        )
      }),
    )
  })
})
