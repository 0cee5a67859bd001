import { expect, test } from 'vitest'
import { ConflictQueues } from './conflict-queues.ts'

const create = { operation: 'create', silo: 'one' }
const later = () => new Promise((resolve) => setImmediate(resolve))

test('an operation has conflicts from the first one on, until it had none for a while', () => {
  const queues = new ConflictQueues()
  queues.note(create, false)
  expect(queues.hasConflicts(create)).toBe(false)
  queues.note(create, true)
  expect(queues.hasConflicts(create)).toBe(true)
  expect(queues.hasConflicts({ ...create, operation: 'remove' })).toBe(false)
  expect(queues.hasConflicts({ ...create, silo: 'two' })).toBe(false)
  for (let at = 0; at < 50; at++) queues.note(create, false)
  expect(queues.hasConflicts(create)).toBe(false)
  // The more there were, the longer it takes.
  for (let at = 0; at < 32; at++) queues.note(create, true)
  for (let at = 0; at < 50; at++) queues.note(create, false)
  expect(queues.hasConflicts(create)).toBe(true)
})

test('transactions of a silo take turns in its queue, and silos have queues of their own', async () => {
  const queues = new ConflictQueues()
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, ++running)
    await later()
    running--
  }
  await Promise.all([queues.run('one', work), queues.run('one', work), queues.run('one', work)])
  expect(most).toBe(1)
  await Promise.all([queues.run('one', work), queues.run('two', work)])
  expect(most).toBe(2)
})

test('a failure is that of its own transaction only', async () => {
  const queues = new ConflictQueues()
  const failing = queues.run('one', async () => {
    await later()
    throw new Error('a mistake')
  })
  const second = queues.run('one', async () => 'second')
  await expect(failing).rejects.toThrow('a mistake')
  expect(await second).toBe('second')
})

test('a transaction that takes long does not keep the next one waiting for its end', async () => {
  const queues = new ConflictQueues()
  const { promise, resolve } = Promise.withResolvers<void>()
  const long = queues.run('one', () => promise)
  expect(await queues.run('one', async () => 'next')).toBe('next')
  resolve()
  await long
})
