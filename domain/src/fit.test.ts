import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CPU_PLATFORMS } from './cpu-platforms.ts'
import { emptiestFirst, EmptiestFirst } from './emptiest-first.ts'
import { fitInstances, type FitRequest, type PlacedInstance, surviveFailures } from './fit.ts'
import type { PlacementSled } from './placement-request.ts'
import { choosePlacement } from './placement.ts'

const sled = (id: string, used = 0): PlacementSled => ({
  id,
  usableVcpus: 8,
  usableMemory: 8,
  usedVcpus: used,
  usedMemory: used,
  cpuPlatforms: ['amd_milan'],
})
const two: FitRequest = { ncpus: 2, memory: 2, cpuPlatform: null, count: 4, apart: false }

describe('fitInstances', () => {
  test('fills the emptiest sled first', () => {
    expect(fitInstances(two, [sled('a', 4), sled('b')])).toEqual([
      { sledId: 'a', count: 1 },
      { sledId: 'b', count: 3 },
    ])
    expect(fitInstances({ ...two, count: 7 }, [sled('a', 4), sled('b')])).toEqual([
      { sledId: 'a', count: 2 },
      { sledId: 'b', count: 4 },
    ])
  })

  test('puts each on a sled of its own if they must be apart', () =>
    expect(fitInstances({ ...two, apart: true }, [sled('a', 7), sled('b'), sled('c')])).toEqual([
      { sledId: 'b', count: 1 },
      { sledId: 'c', count: 1 },
    ]))

  test('uses only sleds with the CPU platform', () =>
    expect(fitInstances({ ...two, cpuPlatform: 'amd_turin' }, [sled('a')])).toEqual([]))
})

describe('surviveFailures', () => {
  test('moves the instances of the failed sled before it places the requested ones', () => {
    const running: PlacedInstance[] = [
      { sledId: 'a', ncpus: 6, memory: 6, cpuPlatform: null },
      { sledId: 'b', ncpus: 4, memory: 4, cpuPlatform: null },
    ]
    expect(surviveFailures({ ...two, count: 3 }, [sled('a', 6), sled('b', 4), sled('c')], running)).toEqual([
      { sledId: 'a', displaced: 1, stranded: 0, placed: 3 },
      { sledId: 'b', displaced: 1, stranded: 0, placed: 3 },
      { sledId: 'c', displaced: 0, stranded: 0, placed: 3 },
    ])
    expect(surviveFailures(two, [sled('a', 6), sled('b', 4)], running)).toEqual([
      { sledId: 'a', displaced: 1, stranded: 1, placed: 2 },
      { sledId: 'b', displaced: 1, stranded: 1, placed: 1 },
    ])
  })

  test('a closed sled may fail too, and takes no instances', () => {
    const running: PlacedInstance[] = [{ sledId: 'b', ncpus: 4, memory: 4, cpuPlatform: null }]
    expect(surviveFailures({ ...two, count: 1 }, [sled('a', 6), sled('c', 6)], running, ['b'])).toEqual([
      { sledId: 'a', displaced: 0, stranded: 0, placed: 1 },
      { sledId: 'b', displaced: 1, stranded: 1, placed: 1 },
      { sledId: 'c', displaced: 0, stranded: 0, placed: 1 },
    ])
  })
})

const platform = fc.constantFrom(null, ...CPU_PLATFORMS)
const request: fc.Arbitrary<FitRequest> = fc.record({
  ncpus: fc.integer({ min: 1, max: 4 }),
  memory: fc.integer({ min: 1, max: 4 }),
  cpuPlatform: platform,
  count: fc.integer({ min: 1, max: 30 }),
  apart: fc.boolean(),
})
const sleds = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    usableVcpus: fc.constant(8),
    usableMemory: fc.constant(8),
    usedVcpus: fc.nat(9),
    usedMemory: fc.nat(9),
    cpuPlatforms: fc.subarray([...CPU_PLATFORMS]),
  }),
  { selector: ({ id }) => id, maxLength: 5 },
)

/** Starts instance after instance by the rules of a start, until one finds no place. */
function startOneByOne({ count, apart, ...instance }: FitRequest, all: readonly PlacementSled[]) {
  const free = all.map((one) => ({ ...one }))
  const placed: string[] = []
  while (placed.length < count) {
    const group = { name: 'apart', policy: 'fail' as const, memberSleds: placed, memberNames: placed }
    const place = choosePlacement({
      ...instance,
      sleds: free,
      antiAffinity: apart ? [group] : [],
      affinity: [],
    })
    if ('status' in place) break
    placed.push(place.sledId)
    const chosen = free.find(({ id }) => id === place.sledId)!
    chosen.usedVcpus += instance.ncpus
    chosen.usedMemory += instance.memory
  }
  return [...Map.groupBy(placed, (id) => id)]
    .map(([sledId, each]) => ({ sledId, count: each.length }))
    .toSorted((a, b) => (a.sledId < b.sledId ? -1 : 1))
}

test('answers as starting the instances one by one would', () => {
  fc.assert(
    fc.property(request, sleds, (asked, all) => {
      expect(fitInstances(asked, all)).toEqual(startOneByOne(asked, all))
    }),
    { numRuns: 2000 },
  )
})

test('moves an instance to the sled that a start would choose', () => {
  fc.assert(
    fc.property(request, sleds, (asked, all) => {
      const place = choosePlacement({ ...asked, sleds: all, antiAffinity: [], affinity: [] })
      const sorted = new EmptiestFirst(all.toSorted(emptiestFirst), [asked])
      expect(sorted.take(asked)).toBe('sledId' in place ? place.sledId : undefined)
    }),
    { numRuns: 2000 },
  )
})

test('a failure moves instances and places new ones as starting them one by one would', () => {
  const running = fc.array(
    fc.record({
      sledId: fc.constantFrom('a', 'b', 'c'),
      ncpus: fc.integer({ min: 1, max: 4 }),
      memory: fc.integer({ min: 1, max: 4 }),
      cpuPlatform: platform,
    }),
    { maxLength: 6 },
  )
  fc.assert(
    fc.property(request, sleds, running, (asked, all, instances) => {
      for (const { sledId, stranded, placed } of surviveFailures(asked, all, instances)) {
        const others = all.filter(({ id }) => id !== sledId).map((one) => ({ ...one }))
        const moved = instances
          .filter((one) => one.sledId === sledId)
          .toSorted((a, b) => b.memory - a.memory || b.ncpus - a.ncpus)
        let without = 0
        for (const instance of moved) {
          const place = choosePlacement({ ...instance, sleds: others, antiAffinity: [], affinity: [] })
          const chosen = 'sledId' in place && others.find(({ id }) => id === place.sledId)
          if (!chosen) without++
          else {
            chosen.usedVcpus += instance.ncpus
            chosen.usedMemory += instance.memory
          }
        }
        const fitting = startOneByOne(asked, others).reduce((sum, one) => sum + one.count, 0)
        expect([stranded, placed]).toEqual([without, fitting])
      }
    }),
  )
})

test('a failure of an empty sled leaves what fits on the others', () => {
  fc.assert(
    fc.property(request, sleds, (asked, all) => {
      for (const { sledId, displaced, stranded, placed } of surviveFailures(asked, all, [])) {
        const others = startOneByOne(
          asked,
          all.filter(({ id }) => id !== sledId),
        )
        expect([displaced, stranded, placed]).toEqual([0, 0, others.reduce((sum, one) => sum + one.count, 0)])
      }
    }),
  )
})
