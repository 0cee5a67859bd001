import { expect, test } from 'vitest'
import { eventLoopTurn } from '../kit/base/event-loop-turn.ts'
import { Slots } from './slots.ts'

const hold = (slots: Slots, silo: string, count: number) => {
  for (let at = 0; at < count; at++) slots.hold(silo)
}

test('a silo may have three quarters of the held tasks, and leaves the rest to others', () => {
  const slots = new Slots(1, 8)
  expect(slots.room('one')).toBe(6)
  hold(slots, 'one', 5)
  expect([slots.room('one'), slots.room('two')]).toEqual([1, 3])
  slots.hold('one')
  expect([slots.room('one'), slots.room('two')]).toEqual([0, 2])
  hold(slots, 'two', 2)
  expect(slots.room('three')).toBe(0)
})

test('a worker that holds one task at most may take it', () => {
  expect(new Slots(1, 1).room('one')).toBe(1)
})

test('tasks that are over leave nothing behind, however many there were', () => {
  const slots = new Slots(1, 8)
  for (let task = 0; task < 100; task++) {
    hold(slots, 'one', 2)
    slots.letGo('one')
    slots.letGo('one')
  }
  slots.hold('one')
  expect([slots.room('one'), slots.room('two')]).toEqual([5, 6])
})

test('a task outside has no slot, and takes one again before it goes on, also after a failure', async () => {
  const slots = new Slots(1, 8)
  await slots.take('one')
  const call = Promise.withResolvers<string>()
  const outside = slots.outside('one', call.promise)
  expect([slots.takeFree(), slots.takeFree()]).toEqual([true, false])
  let isOver = false
  const ended = outside.finally(() => (isOver = true))
  call.reject(new Error('no'))
  await eventLoopTurn()
  expect(isOver).toBe(false)
  slots.giveBack()
  await expect(ended).rejects.toThrow('no')
  expect(slots.takeFree()).toBe(false)
})

test('silos take turns at the slots', async () => {
  const slots = new Slots(1, 8)
  await slots.take('one')
  const went: string[] = []
  for (const task of ['busy 1', 'busy 2', 'busy 3', 'quiet 1'])
    void slots.take(task.split(' ')[0]!).then(() => went.push(task))
  for (let n = 0; n < 4; n++) {
    slots.giveBack()
    await eventLoopTurn()
  }
  expect(went).toEqual(['busy 1', 'quiet 1', 'busy 2', 'busy 3'])
})
