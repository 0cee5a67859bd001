import { expect, test } from 'vitest'
import { clearanceOf, toastOffset } from './clear-place.ts'

const WINDOW = 800
/** One toast at the bottom left: 60 high, 16 from the edges. */
const stack = { left: 16, right: 400, top: 724, bottom: 784 }
const bar = (left: number, right: number, top: number, bottom = WINDOW) => ({ left, right, top, bottom })

test.each([
  ['no bar', [], 0],
  ['a bar under it', [bar(224, 1280, 752)], 40],
  ['a bar beside it', [bar(768, 1280, 752)], 0],
  ['a bar far above it', [bar(0, 1280, 400, 448)], 0],
  ['an empty bar', [bar(224, 1280, 800)], 0],
  ['a second bar that the lifted stack would reach', [bar(0, 1280, 690, 710), bar(224, 1280, 752)], 102],
])('%s', (_, bars, lift) => {
  expect(toastOffset(stack, bars)).toBe(lift)
})

const none = { bars: [], controls: [], terminals: [] }
test('covers no button or tab, unless they are everywhere', () => {
  const tab = bar(240, 320, 740, 770)
  expect(clearanceOf(stack, { ...none, controls: [tab] })).toEqual({ lift: 52, width: null })
  const buttons = Array.from({ length: 30 }, (_, row) => bar(240, 320, row * 30, row * 30 + 28))
  expect(clearanceOf(stack, { ...none, bars: [bar(224, 1280, 752)], controls: buttons })).toEqual({
    lift: 40,
    width: null,
  })
})

test('is beside a terminal, or above it where there is no room', () => {
  expect(clearanceOf(stack, { ...none, terminals: [bar(260, 1250, 130, 740)] })).toEqual({
    lift: 0,
    width: 236,
  })
  expect(clearanceOf(stack, { ...none, terminals: [bar(20, 380, 130, 740)] })).toEqual({
    lift: 662,
    width: null,
  })
})
