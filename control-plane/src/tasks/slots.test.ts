import { expect, test } from 'vitest'
import { fakeWeb } from '../../test/image-files.ts'
import { eventLoopTurn } from '../kit/event-loop-turn.ts'
import { makeSlots, releasingFiles, releasingSlots } from './slots.ts'

test('a task that reads an open image file gives its slot to another one', async () => {
  const slots = makeSlots(
    1,
    () => false,
    () => {},
  )
  expect(slots.take(1)).toBe(1)
  const web = fakeWeb()
  web.files.set('one', new Uint8Array([1, 2, 3]))
  const contents = await releasingFiles(web, slots, 'silo').open('one', 512)
  expect(slots.take(1)).toBe(0)
  const reading = contents.read(1, 3)
  expect(slots.take(1)).toBe(1)
  slots.release()
  expect(await reading).toEqual(new Uint8Array([2, 3]))
  expect(slots.take(1)).toBe(0)
})

test('a call that answers at once keeps its slot', () => {
  const slots = makeSlots(
    1,
    () => false,
    () => {},
  )
  slots.take(1)
  const unsubscribe = () => {}
  const service = { subscribe: () => unsubscribe, limit: 8 }
  const releasing = releasingSlots(service, slots, 'silo')
  expect([releasing.subscribe(), releasing.limit]).toEqual([unsubscribe, 8])
  expect(slots.take(1)).toBe(0)
})

test('a free slot wakes the worker only if new tasks may wait for it', () => {
  const woken: number[] = []
  let isBusy = false
  const slots = makeSlots(
    2,
    () => isBusy,
    () => woken.push(1),
  )
  slots.take(2)
  slots.release()
  expect(woken).toEqual([])
  isBusy = true
  slots.release()
  expect(woken).toEqual([1])
})

/** Returns a slot that is taken, and the names of the tasks that have gone on. */
function takenSlot(isWanted: () => boolean) {
  const went: string[] = []
  const slots = makeSlots(1, isWanted, () => went.push('new task'))
  slots.take(1)
  return {
    went,
    waits: (silo: string, task: string) => void slots.acquire(silo).then(() => went.push(task)),
    release: async (times: number) => {
      for (let n = 0; n < times; n++) {
        slots.release()
        await eventLoopTurn()
        if (went.at(-1) === 'new task') slots.take(1)
      }
    },
  }
}

test('tasks that go on after a driver call take turns by silo', async () => {
  const { went, waits, release } = takenSlot(() => false)
  for (const task of ['one', 'two', 'three']) waits('busy', task)
  waits('quiet', 'other')
  await release(4)
  expect(went).toEqual(['one', 'other', 'two', 'three'])
})

test('new tasks have a turn between those that go on', async () => {
  const { went, waits, release } = takenSlot(() => true)
  for (const task of ['one', 'two', 'three']) waits('busy', task)
  await release(5)
  expect(went).toEqual(['one', 'new task', 'two', 'new task', 'three'])
})
