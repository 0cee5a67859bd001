import { expect, test } from 'vitest'
import { type Bitmap, bitmapOf, paintColumns, type Pen } from './bitmap.ts'

const PEN: Pen = { color: [200, 100, 50], width: 1, area: 0, left: 0, zero: 6, scale: 1 }

const empty = (width: number, height: number) =>
  bitmapOf(width, height, new Uint8ClampedArray(width * height * 4))

/** The opacities of each row, in percent. */
const opacities = ({ width, height, bytes }: Bitmap) =>
  Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_column, at) =>
      Math.round((bytes[(row * width + at) * 4 + 3]! / 255) * 100),
    ),
  )

const columns = (...ranges: [low: number, high: number][]) => ({
  first: 0,
  low: Float64Array.from(ranges, ([low]) => low),
  high: Float64Array.from(ranges, ([, high]) => high),
})

test('paints each column from its smallest to its largest value, joined to the one before, and leaves gaps', () => {
  const bitmap = empty(4, 6)
  paintColumns(bitmap, columns([0.5, 1.5], [3.5, 4.5], [Number.NaN, Number.NaN], [2.5, 2.5]), PEN)
  expect(opacities(bitmap)).toEqual([
    [0, 0, 0, 0],
    [0, 100, 0, 0],
    [0, 100, 0, 0],
    [0, 100, 0, 100],
    [100, 100, 0, 0],
    [100, 0, 0, 0],
  ])
  expect([...bitmap.bytes.subarray(16 * 4, 16 * 4 + 4)]).toEqual([200, 100, 50, 255])
})

test('covers a part of a pixel with a part of the opacity, over the lines below', () => {
  const bitmap = empty(1, 6)
  paintColumns(bitmap, columns([2.25, 2.25]), PEN)
  expect(opacities(bitmap).flat()).toEqual([0, 0, 0, 75, 25, 0])
  paintColumns(bitmap, columns([2.25, 2.25]), { ...PEN, color: [0, 0, 0] })
  expect(bitmap.bytes[3 * 4]).toBe(40)
})

test('fills the area under a line, down to 0', () => {
  const bitmap = empty(1, 6)
  paintColumns(bitmap, columns([3.5, 3.5]), { ...PEN, zero: 5, area: 0.2 })
  expect(opacities(bitmap).flat()).toEqual([0, 100, 20, 20, 20, 0])
})

test('paints nothing outside of the picture', () => {
  const bitmap = empty(2, 4)
  paintColumns(bitmap, columns([0, 0], [9, 9], [-9, 9], [1, 1]), { ...PEN, left: -1, zero: 4 })
  expect(opacities(bitmap)).toEqual([
    [100, 100],
    [100, 100],
    [100, 100],
    [100, 100],
  ])
})

test('dashes a line by its columns in time, so that they move with it', () => {
  const flat = (first: number) => ({
    ...columns(...Array.from({ length: 6 }, () => [0.5, 0.5] as [number, number])),
    first,
  })
  const dashed = (first: number) => {
    const bitmap = empty(6, 1)
    paintColumns(bitmap, flat(first), { ...PEN, zero: 1, dash: [2, 1] })
    return opacities(bitmap)[0]
  }
  expect(dashed(300)).toEqual([100, 100, 0, 100, 100, 0])
  expect(dashed(301)).toEqual([100, 0, 100, 100, 0, 100])
})
