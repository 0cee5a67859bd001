import type { Columns } from './columns.ts'

/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Pixels row by row: red, green, blue and opacity as bytes, and the same bytes as one word a pixel. */
export type Bitmap = { width: number; height: number; bytes: Uint8ClampedArray; words: Uint32Array }

export type Pen = {
  color: Rgb
  /** In pixels, at least 1. */
  width: number
  /** Pixels that are drawn, and then left out, along the columns; undefined for a solid line. */
  dash?: readonly [drawn: number, gap: number] | undefined
  /** Opacity of the area under the line, from 0 to 1. */
  area: number
  /** Where the first column is, in pixels from the left edge. */
  left: number
  /** Where 0 is, in pixels from the top edge. */
  zero: number
  /** Pixels of a value of 1. */
  scale: number
}

/** Makes a bitmap of bytes. */
export const bitmapOf = (width: number, height: number, bytes: Uint8ClampedArray): Bitmap => ({
  width,
  height,
  bytes,
  words: new Uint32Array(bytes.buffer, bytes.byteOffset, width * height),
})

/**
 * Paints a line over what a bitmap has: in each column of pixels from its smallest to its largest value, joined to the column
 * before.
 */
export function paintColumns(bitmap: Bitmap, { first, low, high }: Columns, pen: Pen): void {
  const { width, height } = bitmap
  const y = (value: number) => pen.zero - value * pen.scale
  const word = new Uint32Array(Uint8ClampedArray.of(...pen.color, 255).buffer)[0]!
  const end = Math.min(low.length, width - pen.left)
  for (let at = Math.max(0, -pen.left); at < end; at++) {
    if (Number.isNaN(low[at]!) || isInGap(first + at, pen.dash)) continue
    const smallest = high[at - 1]! < low[at]! ? high[at - 1]! : low[at]!
    const largest = low[at - 1]! > high[at]! ? low[at - 1]! : high[at]!
    const top = Math.max(0, y(largest) - pen.width / 2)
    const bottom = Math.min(height, y(smallest) + pen.width / 2)
    if (top >= bottom) continue
    const x = pen.left + at
    if (pen.area > 0)
      for (let row = Math.ceil(bottom); row < Math.min(height, pen.zero); row++)
        blend(bitmap, row * width + x, pen.color, pen.area)
    const [full, last] = [Math.ceil(top), Math.floor(bottom)]
    // The ends cover a part of their pixels: without it, flat slopes look like stairs.
    if (full > top) blend(bitmap, (full - 1) * width + x, pen.color, Math.min(full, bottom) - top)
    for (let row = full; row < last; row++) bitmap.words[row * width + x] = word
    if (last >= full && last < bottom) blend(bitmap, last * width + x, pen.color, bottom - last)
  }
}

/** @param column its number from 0 in time, so that the dashes move with the line while it is panned. */
const isInGap = (column: number, dash: Pen['dash']): boolean =>
  dash !== undefined && column % (dash[0] + dash[1]) >= dash[0]

/** Paints one pixel with an opacity over what it has. */
function blend({ bytes }: Bitmap, pixel: number, color: Rgb, opacity: number): void {
  const at = pixel * 4
  const below = (bytes[at + 3]! / 255) * (1 - opacity)
  const sum = opacity + below
  for (let channel = 0; channel < 3; channel++)
    bytes[at + channel] = (color[channel]! * opacity + bytes[at + channel]! * below) / sum
  bytes[at + 3] = sum * 255
}
