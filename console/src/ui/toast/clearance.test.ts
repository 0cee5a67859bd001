import { expect, test } from 'vitest'
import { toastOffset } from './clearance.ts'

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
