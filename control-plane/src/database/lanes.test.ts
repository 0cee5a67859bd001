import { expect, test } from 'vitest'
import { Lanes } from './lanes.ts'

const create = { operation: 'create', silo: 'one' }
const later = () => new Promise((resolve) => setImmediate(resolve))

test('an operation has conflicts from the first one on, until it had none for a while', () => {
  const lanes = new Lanes()
  lanes.note(create, false)
  expect(lanes.hasConflicts(create)).toBe(false)
  lanes.note(create, true)
  expect(lanes.hasConflicts(create)).toBe(true)
  expect(lanes.hasConflicts({ ...create, operation: 'remove' })).toBe(false)
  expect(lanes.hasConflicts({ ...create, silo: 'two' })).toBe(false)
  for (let at = 0; at < 50; at++) lanes.note(create, false)
  expect(lanes.hasConflicts(create)).toBe(false)
  // The more there were, the longer it takes.
  for (let at = 0; at < 32; at++) lanes.note(create, true)
  for (let at = 0; at < 50; at++) lanes.note(create, false)
  expect(lanes.hasConflicts(create)).toBe(true)
})

test('transactions of a silo take turns in its lane, and silos have lanes of their own', async () => {
  const lanes = new Lanes()
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++running)
    await later()
    running--
  }
  await Promise.all([lanes.run('one', work), lanes.run('one', work), lanes.run('one', work)])
  expect(most).toBe(1)
  await Promise.all([lanes.run('one', work), lanes.run('two', work)])
  expect(most).toBe(2)
})

test('a failure is that of its own transaction only', async () => {
  const lanes = new Lanes()
  const failing = lanes.run('one', async () => {
    await later()
    throw new Error('a mistake')
  })
  const second = lanes.run('one', async () => 'second')
  await expect(failing).rejects.toThrow('a mistake')
  expect(await second).toBe('second')
})

test('a transaction that takes long does not keep the next one waiting for its end', async () => {
  const lanes = new Lanes()
  const { promise, resolve } = Promise.withResolvers<void>()
  const long = lanes.run('one', () => promise)
  expect(await lanes.run('one', async () => 'next')).toBe('next')
  resolve()
  await long
})
