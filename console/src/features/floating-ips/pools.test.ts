import { expect, test } from 'vitest'
import { offeredPools, onlyDefault } from './pools.ts'

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

test('preselects the default pool only if there is one', () => {
  expect(onlyDefault([pool('a', 'v4'), pool('b', 'v4', true)])).toBe('b')
  expect(onlyDefault([pool('a', 'v4', true), pool('b', 'v6', true)])).toBeNull()
  expect(onlyDefault([])).toBeNull()
})
