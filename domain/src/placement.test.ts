import { GiB } from './sizes.ts'
import { CPU_PLATFORMS } from './cpu-platforms.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PlacementGroup, PlacementRequest, PlacementSled } from './placement-request.ts'
import { choosePlacement } from './placement.ts'

const sled = (id: string, usedVcpus = 0, usedMemory = 0): PlacementSled => ({
  id,
  usableVcpus: 16,
  usableMemory: 64 * GiB,
  usedVcpus,
  usedMemory: usedMemory * GiB,
  cpuPlatforms: ['amd_milan'],
})
const group = (policy: PlacementGroup['policy'], ...memberSleds: string[]): PlacementGroup => ({
  name: `${policy}-group`,
  policy,
  memberSleds,
  memberNames: memberSleds.map((sledId, at) => `${sledId}${at + 1}`),
})
const place = (request: Partial<PlacementRequest>) =>
  choosePlacement({
    ncpus: 2,
    memory: 8 * GiB,
    cpuPlatform: null,
    sleds: [sled('a'), sled('b'), sled('c')],
    antiAffinity: [],
    affinity: [],
    ...request,
  })

describe('free resources', () => {
  test('chooses the sled with the most free memory, then the lowest id', () => {
    expect(place({ sleds: [sled('c', 0, 8), sled('b'), sled('a')] })).toEqual({ sledId: 'a' })
    expect(place({ sleds: [sled('a', 0, 8), sled('b')] })).toEqual({ sledId: 'b' })
  })

  test('requires enough threads and memory, down to the last unit', () => {
    expect(place({ sleds: [sled('a', 15, 0), sled('b', 0, 57), sled('c', 14, 56)] })).toEqual({ sledId: 'c' })
    expect(place({ sleds: [sled('a', 15, 0), sled('b', 0, 57)] })).toEqual({
      status: 507,
      message:
        'it wants 2 vCPUs and 8 GiB of memory, and any one sled has at most ' +
        '16 vCPUs and 64 GiB of memory, not both on the same sled, free',
    })
    expect(place({ ncpus: 1, sleds: [sled('a', 15, 60), sled('b', 16, 64)] })).toEqual({
      status: 507,
      message:
        'it wants 1 vCPU and 8 GiB of memory, and any one sled has at most 1 vCPU and 4 GiB of memory free',
    })
    expect(place({ sleds: [] })).toEqual({
      status: 507,
      message: 'it wants 2 vCPUs and 8 GiB of memory, and there is no sled',
    })
  })
})

describe('groups', () => {
  test('strict anti-affinity avoids sleds of members, even if no other sled is left', () => {
    expect(place({ antiAffinity: [group('fail', 'a'), group('fail', 'b')] })).toEqual({ sledId: 'c' })
    expect(place({ antiAffinity: [group('fail', 'a', 'b', 'c')] })).toEqual({
      status: 507,
      message: 'each of the 3 sleds already runs another member of its anti-affinity group "fail-group"',
    })
    expect(
      place({
        antiAffinity: [group('fail', 'a'), { ...group('fail', 'b'), name: 'db' }, group('fail')],
        sleds: [sled('a'), sled('b'), sled('c', 0, 60)],
      }),
    ).toEqual({
      status: 507,
      message:
        'it wants 2 vCPUs and 8 GiB of memory, and a sled without another member of ' +
        'its anti-affinity groups "fail-group" and "db" (1 of 3 sleds) has at most 16 vCPUs and 4 GiB of memory free',
    })
  })

  test('lenient anti-affinity avoids sleds of members where it can', () => {
    expect(place({ antiAffinity: [group('allow', 'a')] })).toEqual({ sledId: 'b' })
    expect(place({ antiAffinity: [group('allow', 'a', 'b', 'c')] })).toEqual({ sledId: 'a' })
  })

  test('strict affinity requires the sled of the members', () => {
    expect(place({ affinity: [group('fail', 'c', 'c')] })).toEqual({ sledId: 'c' })
    expect(place({ affinity: [group('fail')] })).toEqual({ sledId: 'a' })
    expect(place({ affinity: [group('fail', 'c')], sleds: [sled('a'), sled('c', 15)] })).toEqual({
      status: 507,
      message:
        'it wants 2 vCPUs and 8 GiB of memory, and the sled of the other members of ' +
        'its affinity group "fail-group" has at most 1 vCPU and 64 GiB of memory free',
    })
    expect(place({ affinity: [group('fail', 'gone')] })).toEqual({
      status: 507,
      message: 'the sled of the other members of its affinity group "fail-group" takes no more instances',
    })
  })

  test('lenient affinity prefers the sled of the members, even a fuller one', () =>
    expect(place({ affinity: [group('allow', 'b')], sleds: [sled('a'), sled('b', 0, 40)] })).toEqual({
      sledId: 'b',
    }))

  test('refuses contradictory groups', () => {
    expect(place({ affinity: [group('fail', 'a', 'b', 'a')] })).toEqual({
      status: 400,
      message:
        'the other members of its affinity group "fail-group" run on 2 sleds (a1 and a3; b2), ' +
        'and it cannot be together with all of them',
    })
    expect(place({ affinity: [group('fail', 'a')], antiAffinity: [group('fail', 'a')] })).toEqual({
      status: 400,
      message:
        'its groups contradict each other: its affinity group "fail-group" wants it on the sled of a1, ' +
        'and its anti-affinity group "fail-group" on any but that of a1',
    })
  })
})

describe('CPU platform', () => {
  const newer = (id: string, usedVcpus = 0, usedMemory = 0): PlacementSled => ({
    ...sled(id, usedVcpus, usedMemory),
    cpuPlatforms: ['amd_milan', 'amd_turin'],
  })

  test('accepts only sleds that provide it, whatever their free memory', () => {
    const sleds = [sled('a'), newer('b', 0, 40), newer('c', 0, 50)]
    expect(place({ cpuPlatform: 'amd_turin', sleds })).toEqual({ sledId: 'b' })
    expect(place({ cpuPlatform: 'amd_milan', sleds })).toEqual({ sledId: 'a' })
    expect(place({ cpuPlatform: 'amd_milan', sleds: sleds.slice(1) })).toEqual({ sledId: 'b' })
  })

  test('is named as the reason if no sled provides it', () => {
    const asked = 'it asks for the CPU platform AMD Turin v2, which no sled has'
    const refused = (sleds: PlacementSled[]) => place({ cpuPlatform: 'amd_turin_v2', sleds })
    expect(refused([sled('a')])).toEqual({ status: 507, message: `${asked} (there is AMD Milan)` })
    expect(refused([sled('a'), newer('b')])).toEqual({
      status: 507,
      message: `${asked} (there are AMD Milan and AMD Turin)`,
    })
    expect(refused([{ ...sled('a'), cpuPlatforms: [] }])).toEqual({ status: 507, message: asked })
    expect(refused([])).toMatchObject({ message: expect.stringContaining('there is no sled') })
  })

  test('is named if the sleds that provide it are full or excluded by a group', () => {
    const refused = (request: Partial<PlacementRequest>) => place({ cpuPlatform: 'amd_turin', ...request })
    expect(refused({ sleds: [sled('a'), newer('b', 15)] })).toEqual({
      status: 507,
      message:
        'it wants 2 vCPUs and 8 GiB of memory, and any one sled with the CPU platform AMD Turin has at most ' +
        '1 vCPU and 64 GiB of memory free',
    })
    expect(refused({ sleds: [sled('a'), newer('b')], antiAffinity: [group('fail', 'b')] })).toEqual({
      status: 507,
      message:
        'the only sled with the CPU platform AMD Turin already runs another member of ' +
        'its anti-affinity group "fail-group"',
    })
    expect(refused({ sleds: [sled('a'), newer('b')], affinity: [group('fail', 'a')] })).toEqual({
      status: 507,
      message:
        'it asks for the CPU platform AMD Turin, which the sled of the other members of ' +
        'its affinity group "fail-group" does not have',
    })
  })
})

describe('properties', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd')
  const sleds = fc.uniqueArray(
    fc.record({
      id,
      usableVcpus: fc.constant(8),
      usableMemory: fc.constant(8),
      usedVcpus: fc.nat(8),
      usedMemory: fc.nat(8),
      cpuPlatforms: fc.subarray([...CPU_PLATFORMS]),
    }),
    { selector: (one) => one.id, maxLength: 4 },
  )
  const groups = fc.array(
    fc
      .tuple(fc.constantFrom('allow' as const, 'fail' as const), fc.array(id, { maxLength: 3 }))
      .map(([policy, members]) => group(policy, ...members)),
    { maxLength: 3 },
  )
  const request: fc.Arbitrary<PlacementRequest> = fc.record({
    ncpus: fc.nat(8),
    memory: fc.nat(8),
    cpuPlatform: fc.constantFrom(null, ...CPU_PLATFORMS),
    sleds,
    antiAffinity: groups,
    affinity: groups,
  })
  /** Whether the groups allow an instance on a sled. */
  const fits = (
    { ncpus, memory, cpuPlatform, antiAffinity, affinity }: PlacementRequest,
    sled: PlacementSled,
  ): boolean =>
    (cpuPlatform === null || sled.cpuPlatforms.some((one) => one === cpuPlatform)) &&
    sled.usableVcpus - sled.usedVcpus >= ncpus &&
    sled.usableMemory - sled.usedMemory >= memory &&
    antiAffinity.every((one) => one.policy === 'allow' || !one.memberSleds.includes(sled.id)) &&
    affinity.every((one) => one.policy === 'allow' || one.memberSleds.every((member) => member === sled.id))

  test('an instance is placed where it fits, whenever it fits anywhere', () => {
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

  test('the order of sleds does not matter', () => {
    fc.assert(
      fc.property(request, (asked) => {
        expect(choosePlacement({ ...asked, sleds: asked.sleds.toReversed() })).toEqual(choosePlacement(asked))
      }),
    )
  })
})
