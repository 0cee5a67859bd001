import { toSnake } from '@granary/contract/codec.ts'
import { expect } from 'vitest'
import { lastChange } from './change-log.ts'
import type { Answer, World } from './world.ts'

/** Returns a view of the change log in wire names; `toSnake` leaves keys of maps alone, as names are lower case. */
function wire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wire)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [toSnake(key), wire(each)]))
}

/** A resource that a test changes through the API, and the address that shows it afterwards. */
export type Subject = { kind: string; id: string; read: () => Promise<unknown> }

/** Checks that a request succeeded, and that the entries add up to the API's answer afterwards, field by field. */
export async function expectLogged(
  world: World,
  { kind, id, read }: Subject,
  action: 'created' | 'updated',
  answer: Answer,
): Promise<void> {
  expect([kind, answer.status, answer.status < 300 ? null : answer.body]).toEqual([kind, answer.status, null])
  const { last, state } = await lastChange(world, kind, id)
  expect([kind, last.action]).toEqual([kind, action])
  const logged = wire(state) as object
  expect(Object.keys(logged).length).toBeGreaterThan(0)
  expect(await read()).toMatchObject(logged)
}

/** Checks that a request succeeded, and that the last entry has the API's answer from before, and nothing after. */
export async function expectRemoved(
  world: World,
  { kind, id }: Subject,
  before: unknown,
  answer: Answer,
): Promise<void> {
  expect([kind, answer.status, answer.status < 300 ? null : answer.body]).toEqual([kind, answer.status, null])
  const { last } = await lastChange(world, kind, id)
  expect([kind, last.action, last.after]).toEqual([kind, 'deleted', null])
  expect(before).toMatchObject(wire(last.before) as object)
}
