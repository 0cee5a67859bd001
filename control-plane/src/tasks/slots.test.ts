import { expect, test } from 'vitest'
import { fakeWeb } from '../../test/image-files.ts'
import { makeSlots, releasingFiles } from './slots.ts'

test('a task that reads an open image file gives its slot to another one', async () => {
  const slots = makeSlots(1, () => {})
  expect(slots.take(1)).toBe(1)
  const web = fakeWeb()
  web.files.set('one', new Uint8Array([1, 2, 3]))
  const contents = await releasingFiles(web, slots).open('one', 512)
  expect(slots.take(1)).toBe(0)
  const reading = contents.read(1, 3)
  expect(slots.take(1)).toBe(1)
  slots.release()
  expect(await reading).toEqual(new Uint8Array([2, 3]))
  expect(slots.take(1)).toBe(0)
})
