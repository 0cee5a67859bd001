import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CPU_PLATFORMS } from './cpu-platforms.ts'
import { apartProblem, type GroupMember, type GroupSled, togetherProblem } from './group-places.ts'
import { GiB } from './sizes.ts'

const member = (some: Partial<GroupMember> = {}): GroupMember => ({
  ncpus: 2,
  memory: GiB,
  cpuPlatform: null,
  sledId: null,
  ...some,
})
const sled = (some: Partial<GroupSled> = {}): GroupSled => ({
  usableVcpus: 8,
  usableMemory: 8 * GiB,
  cpuPlatforms: ['amd_milan'],
  ...some,
})
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

describe('apartProblem', () => {
  test('finds more members than sleds, and as many', () => {
    expect(apartProblem(times(3, member()), times(2, sled()))).toEqual({
      code: 'cannot_place',
      reason: 'has 3 members, which need a sled each, and there are only 2',
    })
    expect(apartProblem(times(2, member()), times(2, sled()))?.code).toBe('no_spare_sled')
    expect(apartProblem(times(2, member()), times(3, sled()))).toBeNull()
  })

  test('a single member is like an instance without a group', () =>
    expect(apartProblem([member()], [sled()])).toBeNull())

  test('counts the sleds with the required platform', () => {
    const turin = member({ cpuPlatform: 'amd_turin' })
    const sleds = [...times(5, sled()), sled({ cpuPlatforms: ['amd_milan', 'amd_turin'] })]
    expect(apartProblem([turin, turin], sleds)?.reason).toBe(
      'has 2 members with AMD Turin, which need a sled each, and there is only 1',
    )
    expect(apartProblem([turin, member()], sleds)).toBeNull()
  })

  test('one more sled for all platforms never makes it worse', () =>
    fc.assert(
      fc.property(fc.nat(6), fc.nat(6), (members, sleds) => {
        const rank = (count: number) =>
          ({ cannot_place: 2, no_spare_sled: 1, none: 0 })[
            apartProblem(times(members, member()), times(count, sled({ cpuPlatforms: CPU_PLATFORMS })))
              ?.code ?? 'none'
          ]
        expect(rank(sleds + 1)).toBeLessThanOrEqual(rank(sleds))
      }),
    ))
})

describe('togetherProblem', () => {
  test('finds members on different sleds, while another one is stopped', () => {
    const apart = [member({ sledId: 'a' }), member({ sledId: 'b' })]
    expect(togetherProblem([...apart, member()], [sled()])?.reason).toBe(
      'has members on 2 sleds, so no other member can start',
    )
    expect(togetherProblem(apart, [sled()])).toBeNull()
  })

  test('finds members that are too large together, or need another sled', () => {
    expect(togetherProblem(times(4, member()), [sled()])).toBeNull()
    expect(togetherProblem(times(5, member()), [sled()])?.reason).toBe(
      'has members with 10 vCPUs and 5 GiB of memory together, and no sled can run all of them',
    )
    expect(togetherProblem(times(3, member({ memory: 3 * GiB })), [sled()])?.code).toBe('cannot_place')
    expect(togetherProblem([member(), member({ cpuPlatform: 'amd_turin' })], [sled()])?.code).toBe(
      'cannot_place',
    )
  })
})
