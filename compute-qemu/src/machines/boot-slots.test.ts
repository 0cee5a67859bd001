import { expect, test } from 'vitest'
import { BootSlots } from './boot-slots.ts'

/** Takes a slot and notes the place in line. */
function take(slots: BootSlots) {
  const abort = new AbortController()
  const taken = { places: [] as number[], release: undefined as (() => void) | undefined, failed: false }
  const done = slots
    .take((ahead) => taken.places.push(ahead), abort.signal)
    .then(
      (release) => {
        taken.release = release
      },
      () => {
        taken.failed = true
      },
    )
  return { taken, abort, done }
}

test('as many as there are slots begin at once, the others in the order in which they came', async () => {
  const slots = new BootSlots(2)
  const all = [take(slots), take(slots), take(slots), take(slots)]
  await Promise.all([all[0]!.done, all[1]!.done])
  expect(all.map(({ taken }) => [taken.release !== undefined, taken.places])).toEqual([
    [true, []],
    [true, []],
    [false, [1]],
    [false, [2]],
  ])
  all[0]!.taken.release!()
  // A slot that is given back twice is one slot.
  all[0]!.taken.release!()
  await all[2]!.done
  expect(all[3]!.taken).toMatchObject({ release: undefined, places: [2, 1] })
  const late = take(slots)
  all[2]!.taken.release!()
  await all[3]!.done
  expect(late.taken.release).toBeUndefined()
})

test('a cancelled start leaves the line', async () => {
  const slots = new BootSlots(1)
  const [first, second, third] = [take(slots), take(slots), take(slots)]
  await first.done
  second.abort.abort()
  await second.done
  expect(second.taken.failed).toBe(true)
  expect(third.taken.places).toEqual([2, 1])
  first.taken.release!()
  await third.done
  expect(third.taken.release).toBeDefined()
})
