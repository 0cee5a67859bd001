import { expect, test } from 'vitest'
import { offeredPools, preselectedPool } from './pools.ts'

const pool = (
  name: string,
  ipVersion: 'v4' | 'v6',
  isDefault = false,
  poolType: 'unicast' | 'multicast' = 'unicast',
) => ({
  id: name,
  name,
  ipVersion,
  poolType,
  isDefault,
})

test('offers unicast pools: default ones first, then v4 before v6, then by name', () => {
  const pools = [
    pool('z', 'v4'),
    pool('a', 'v6'),
    pool('many', 'v4', false, 'multicast'),
    pool('y', 'v6', true),
    pool('b', 'v4'),
    pool('x', 'v4', true),
  ]
  expect(offeredPools(pools).map(({ name }) => name)).toEqual(['x', 'y', 'b', 'z', 'a'])
})

test('preselects the default pool, IPv4 first, or the only one', () => {
  const chosen = (...pools: ReturnType<typeof pool>[]) => preselectedPool(offeredPools(pools))
  expect(chosen(pool('a', 'v4'), pool('b', 'v4', true))).toBe('b')
  expect(chosen(pool('a', 'v6', true), pool('b', 'v4', true))).toBe('b')
  expect(chosen(pool('a', 'v4'))).toBe('a')
  expect(chosen(pool('a', 'v4'), pool('b', 'v4'))).toBeNull()
  expect(chosen()).toBeNull()
})
