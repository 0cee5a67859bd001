import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitScale, isFar, limited, openingScale, scrollFor, wheelFactor } from './zoom.ts'

const size = fc.record({
  width: fc.integer({ min: 50, max: 4000 }),
  height: fc.integer({ min: 50, max: 4000 }),
})

test('a fitted map is in the room, unless its text would vanish', () => {
  fc.assert(
    fc.property(size, size, (map, room) => {
      const scale = fitScale(map, room)
      expect(scale).toBeLessThanOrEqual(1)
      if (scale <= limited(0)) return
      expect(map.width * scale).toBeLessThanOrEqual(room.width + 1e-6)
      expect(map.height * scale).toBeLessThanOrEqual(room.height + 1e-6)
    }),
  )
})

test('a map opens with readable text', () => {
  expect(openingScale({ width: 500, height: 100 }, { width: 1000 })).toBe(1)
  expect(openingScale({ width: 1000, height: 100 }, { width: 900 })).toBe(0.9)
  expect(openingScale({ width: 4000, height: 100 }, { width: 900 })).toBe(0.75)
  expect(isFar(0.75)).toBe(false)
})

test('the point under the pointer stays there', () => {
  const coordinate = fc.integer({ min: 0, max: 3000 })
  const point = fc.record({ x: coordinate, y: coordinate })
  const scale = fc.double({ min: 0.25, max: 2, noNaN: true })
  fc.assert(
    fc.property(point, point, scale, scale, (scroll, at, from, to) => {
      const next = scrollFor(scroll, at, from, to)
      expect((next.x + at.x) / to).toBeCloseTo((scroll.x + at.x) / from, 6)
      expect((next.y + at.y) / to).toBeCloseTo((scroll.y + at.y) / from, 6)
    }),
  )
})

test('a notch of the wheel zooms by less than a third, and back again', () => {
  expect(wheelFactor(-100)).toBeGreaterThan(1.2)
  expect(wheelFactor(-100)).toBeLessThan(1.34)
  expect(wheelFactor(-100) * wheelFactor(100)).toBeCloseTo(1)
})
