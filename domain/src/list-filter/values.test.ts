import { expect, test } from 'vitest'
import { GiB, MiB, TiB } from '../sizes.ts'
import { isAddress, numberIn, sizeIn, timeIn } from './values.ts'

test('reads sizes with binary units', () => {
  expect(['20GiB', '512M', '1.5t', '7', '7B', '0'].map(sizeIn)).toEqual([
    20 * GiB,
    512 * MiB,
    1.5 * TiB,
    7,
    7,
    0,
  ])
  expect(['', 'GiB', '-1', '1XB', '1 GiB', '1iB', '1e3', '1GB'].map(sizeIn)).toEqual(Array(8).fill(null))
})

test('reads ages and moments', () => {
  expect(timeIn('7d')).toEqual({ age: 7 * 86_400_000 })
  expect(timeIn('90m')).toEqual({ age: 5_400_000 })
  expect(timeIn('2026-01-31')).toEqual({ at: Date.UTC(2026, 0, 31) })
  expect(timeIn('2026-01-31T10:00+02:00')).toEqual({ at: Date.UTC(2026, 0, 31, 8) })
  expect(['', '7', 'd', '7s', '2026-1-3', '2026-13-01', '2026-01-31T10:00', 'yesterday'].map(timeIn)).toEqual(
    Array(8).fill(null),
  )
})

test('reads whole numbers', () => {
  expect(['0', '16', '-1', '1.5', '', '9'.repeat(16)].map(numberIn)).toEqual([0, 16, null, null, null, null])
})

test('knows addresses and networks', () => {
  expect(['10.0.0.3', 'fd00::1', '10.0.0.0/8', '10.0.0', 'web', '10.0.0.0/40'].map(isAddress)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
