import { expect, it } from 'vitest'
import { memoryStore } from '../memory-store.ts'
import type { Rack } from './equipment.ts'
import { Updates } from './updates.ts'

const HOUR = 3_600_000

it('keeps what it has updated when the clock was set back before a restart', async () => {
  const rack = { sleds: async () => [{ id: 'a' }], equipment: async () => ({ switches: [] }) }
  let now = 10 * HOUR
  const updates = new Updates(rack as unknown as Rack, memoryStore(), () => now, 3_000)
  now = await updates.begin('a', '1.0.0')
  now = await updates.begin('a', '2.0.0')
  now -= HOUR
  expect(await updates.components()).toMatchObject([{ version: '2.0.0' }])
  expect(await updates.begin('a', '2.0.0')).toBe(now)
  expect(await updates.begin('a', '3.0.0')).toBe(now + 3_000)
  expect(await updates.components()).toMatchObject([{ version: '2.0.0' }])
})
