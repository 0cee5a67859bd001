import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  choosePlacement,
  type PlacementGroup,
  type PlacementRequest,
  type PlacementSled,
} from './placement.ts'

const sled = (id: string, usedThreads = 0, usedMemory = 0): PlacementSled => ({
  id,
  usableThreads: 16,
  usableMemory: 64,
  usedThreads,
  usedMemory,
})
const group = (policy: PlacementGroup['policy'], ...memberSleds: string[]): PlacementGroup => ({
  policy,
  memberSleds,
})
const place = (request: Partial<PlacementRequest>) =>
  choosePlacement({
    ncpus: 2,
    memory: 8,
    sleds: [sled('a'), sled('b'), sled('c')],
    antiAffinity: [],
    affinity: [],
    ...request,
  })

describe('where there is room', () => {
  test('the most free memory wins, then the lowest id', () => {
    expect(place({ sleds: [sled('c', 0, 8), sled('b'), sled('a')] })).toEqual({ sledId: 'a' })
    expect(place({ sleds: [sled('a', 0, 8), sled('b')] })).toEqual({ sledId: 'b' })
  })

  test('threads and memory must both fit, to the last', () => {
    expect(place({ sleds: [sled('a', 15, 0), sled('b', 0, 57), sled('c', 14, 56)] })).toEqual({ sledId: 'c' })
    expect(place({ sleds: [sled('a', 15, 0), sled('b', 0, 57)] })).toEqual({
      status: 507,
      message: 'no sled has room for it',
    })
    expect(place({ sleds: [] })).toEqual({ status: 507, message: 'no sled has room for it' })
  })
})

describe('groups', () => {
  test('strict anti-affinity keeps away from members, also where nothing else is left', () => {
    expect(place({ antiAffinity: [group('fail', 'a'), group('fail', 'b')] })).toEqual({ sledId: 'c' })
    expect(place({ antiAffinity: [group('fail', 'a', 'b', 'c')] })).toEqual({
      status: 507,
      message: 'every sled runs a member of its anti-affinity groups',
    })
  })

  test('lenient anti-affinity keeps away where it can', () => {
    expect(place({ antiAffinity: [group('allow', 'a')] })).toEqual({ sledId: 'b' })
    expect(place({ antiAffinity: [group('allow', 'a', 'b', 'c')] })).toEqual({ sledId: 'a' })
  })

  test('strict affinity goes where the members are, or nowhere', () => {
    expect(place({ affinity: [group('fail', 'c', 'c')] })).toEqual({ sledId: 'c' })
    expect(place({ affinity: [group('fail')] })).toEqual({ sledId: 'a' })
    expect(place({ affinity: [group('fail', 'c')], sleds: [sled('a'), sled('c', 15)] })).toEqual({
      status: 507,
      message: 'the sled of its affinity groups has no room for it',
    })
    expect(place({ affinity: [group('fail', 'gone')] })).toEqual({
      status: 507,
      message: 'the sled of its affinity groups takes no more instances',
    })
  })

  test('lenient affinity likes the sled of the members, even a fuller one', () =>
    expect(place({ affinity: [group('allow', 'b')], sleds: [sled('a'), sled('b', 0, 40)] })).toEqual({
      sledId: 'b',
    }))

  test('what contradicts itself is refused', () => {
    expect(place({ affinity: [group('fail', 'a', 'b')] })).toEqual({
      status: 400,
      message: 'the members of its affinity groups run on different sleds',
    })
    expect(place({ affinity: [group('fail', 'a')], antiAffinity: [group('fail', 'a')] })).toEqual({
      status: 400,
      message: 'its affinity and anti-affinity groups contradict each other',
    })
  })
})

describe('laws', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd')
  const sleds = fc.uniqueArray(
    fc.record({
      id,
      usableThreads: fc.constant(8),
      usableMemory: fc.constant(8),
      usedThreads: fc.nat(8),
      usedMemory: fc.nat(8),
    }),
    { selector: (one) => one.id, maxLength: 4 },
  )
  const groups = fc.array(
    fc.record({ policy: fc.constantFrom('allow', 'fail'), memberSleds: fc.array(id, { maxLength: 3 }) }),
    { maxLength: 3 },
  )
  const request: fc.Arbitrary<PlacementRequest> = fc.record({
    ncpus: fc.nat(8),
    memory: fc.nat(8),
    sleds,
    antiAffinity: groups,
    affinity: groups,
  })
  /** Whether an instance may run on a sled, group by group. */
  const fits = ({ ncpus, memory, antiAffinity, affinity }: PlacementRequest, sled: PlacementSled): boolean =>
    sled.usableThreads - sled.usedThreads >= ncpus &&
    sled.usableMemory - sled.usedMemory >= memory &&
    antiAffinity.every((one) => one.policy === 'allow' || !one.memberSleds.includes(sled.id)) &&
    affinity.every((one) => one.policy === 'allow' || one.memberSleds.every((member) => member === sled.id))

  test('an instance gets a place where it fits, and one whenever it fits anywhere', () => {
    fc.assert(
      fc.property(request, (asked) => {
        const fitting = asked.sleds.filter((sled) => fits(asked, sled)).map((sled) => sled.id)
        const placement = choosePlacement(asked)
        if ('sledId' in placement) expect(fitting).toContain(placement.sledId)
        else expect(fitting).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('the order in which sleds are listed does not matter', () => {
    fc.assert(
      fc.property(request, (asked) => {
        expect(choosePlacement({ ...asked, sleds: asked.sleds.toReversed() })).toEqual(choosePlacement(asked))
      }),
    )
  })
})
