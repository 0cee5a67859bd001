import type { Rgb } from './bitmap.ts'

/** Tokens of the lines' colours, in their order. More lines than colours start over, with other dashes. */
const TOKENS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `--series-${letter}`)
const LIMIT = '--text-muted'
const LIMIT_DASH = [6, 4] as const

/** Dashes of the lines after each round of colours, in pixels: drawn, not drawn. */
const DASHES: readonly (readonly [number, number] | undefined)[] = [undefined, [8, 4], [2, 3], [14, 3]]

type Looks = { look?: string | undefined }

/** Returns the dash of a line, which tells it from the others of its colour; undefined for a solid line. */
export const dashOf = (line: Looks, at: number): readonly [number, number] | undefined =>
  line.look === 'limit' ? LIMIT_DASH : DASHES[Math.floor(at / TOKENS.length) % DASHES.length]

/** Returns the name of the token of a line's colour. */
export const tokenOf = (line: Looks, at: number): string =>
  line.look === 'limit' ? LIMIT : TOKENS[at % TOKENS.length]!

/** Returns the colour of a token in the current theme, for a canvas. */
export const colorOf = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim()

const rgbs = new Map<string, Rgb>()

/** Returns the red, green and blue of a CSS colour. */
export function rgbOf(color: string): Rgb {
  const known = rgbs.get(color)
  if (known) return known
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data as unknown as Rgb
  rgbs.set(color, [red, green, blue])
  return [red, green, blue]
}

/** Makes an OKLCH colour translucent. */
export const faded = (color: string, percent: number): string => color.replace(/\)$/, ` / ${percent}%)`)
