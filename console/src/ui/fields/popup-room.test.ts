import { expect, test } from 'vitest'
import { roomFor } from './popup-room.ts'

test.each([
  ['below when the list fits', { top: 100, bottom: 132 }, 500, 'bottom start', 280],
  ['above when the buttons are right below', { top: 400, bottom: 432 }, 470, 'top start', 280],
  ['above, as high as there is room', { top: 200, bottom: 232 }, 280, 'top start', 184],
  [
    'below, as high as there is room, when there is less above',
    { top: 120, bottom: 152 },
    320,
    'bottom start',
    160,
  ],
])('a list opens %s', (_, field, end, placement, maxHeight) => {
  expect(roomFor(field, end)).toEqual({ placement, maxHeight })
})
