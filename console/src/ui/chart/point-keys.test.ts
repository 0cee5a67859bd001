import { expect, test } from 'vitest'
import { pointOfKey } from './point-keys.ts'

test('keys walk the points, a page at a time too, and stop at the ends', () => {
  const walk = (key: string, at: number | null) => pointOfKey(key, at, 30)
  expect([walk('ArrowRight', 4), walk('ArrowLeft', 4), walk('ArrowRight', 29), walk('ArrowLeft', 0)]).toEqual(
    [5, 3, 29, 0],
  )
  expect([walk('PageUp', 25), walk('PageDown', 25), walk('Home', 4), walk('End', 4)]).toEqual([29, 15, 0, 29])
})

test('the first key enters from its side', () => {
  expect([pointOfKey('ArrowRight', null, 9), pointOfKey('ArrowLeft', null, 9)]).toEqual([0, 8])
})

test('other keys, and charts without points, move nothing', () => {
  expect([pointOfKey('a', 3, 9), pointOfKey('ArrowRight', null, 0)]).toEqual([undefined, undefined])
})
