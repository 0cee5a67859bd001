// The test runner empties style sheets, so the real file is read from disk.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const tokens = readFileSync(`${import.meta.dirname}/tokens.css`, 'utf8')

type Oklch = [lightness: number, chroma: number, hue: number, alpha?: number]

/** The roles of one theme, as the file that the browser gets has them. */
function readTheme(name: 'light' | 'dark'): Record<string, Oklch> {
  const block = tokens.slice(tokens.indexOf(`[data-theme='${name}']`)).split('}')[0] ?? ''
  const roles = block.matchAll(/--([a-z-]+): oklch\(([\d.]+)% ([\d.]+) ([\d.]+)(?: \/ (\d+)%)?\);/g)
  return Object.fromEntries(
    Array.from(roles, ([, role, l, c, h, alpha = '100']) => [
      role,
      [Number(l) / 100, Number(c), Number(h), Number(alpha) / 100],
    ]),
  )
}

const clip = (value: number) => Math.min(1, Math.max(0, value))

/** Converts OKLCH to linear sRGB by way of OKLab and LMS, clipped as a screen clips it. */
function linear([lightness, chroma, hue]: Oklch): [red: number, green: number, blue: number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const encoded = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)
const decoded = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Relative luminance (WCAG 2) of layers, the lowest first. A browser blends a translucent one in encoded sRGB. */
function luminance(...layers: Oklch[]): number {
  const painted = layers.map((layer) => ({ channels: linear(layer).map(encoded), alpha: layer[3] ?? 1 }))
  const [red = 0, green = 0, blue = 0] = painted
    .reduce((below, { channels, alpha }) => ({
      channels: channels.map((value, at) => value * alpha + below.channels[at]! * (1 - alpha)),
      alpha: 1,
    }))
    .channels.map(decoded)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Oklch, ...ground: Oklch[]): number {
  const [dark, bright] = [luminance(one), luminance(...ground)].sort((x, y) => x - y) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

const OPAQUE = ['surface', 'surface-raised', 'surface-sunken']
/** Each ground, and the overlays of hover and selection on top of it: 'surface + surface-hover'. */
const GROUNDS = OPAQUE.flatMap((ground) => [
  ground,
  `${ground} + surface-hover`,
  `${ground} + surface-selected`,
])
const TONES = ['accent', 'positive', 'notice', 'danger', 'info', 'change']
const TEXT: [text: string, ground: string][] = [
  ...['text', 'text-muted', ...TONES].flatMap((text) =>
    GROUNDS.map((ground): [string, string] => [text, ground]),
  ),
  ...TONES.flatMap((tone): [string, string][] => [
    [tone, `${tone}-soft`],
    ['text', `${tone}-soft`],
  ]),
  ...['accent', 'accent-hover', 'danger', 'danger-hover'].map((fill): [string, string] => [
    'text-on-accent',
    fill,
  ]),
]
const SERIES = Array.from('abcdefgh', (letter) => `series-${letter}`)
const EDGES = ['border-control', 'focus', ...SERIES].flatMap((edge) =>
  GROUNDS.map((ground): [string, string] => [edge, ground]),
)

describe.each(['light', 'dark'] as const)('%s theme', (name) => {
  const theme = readTheme(name)
  const measure = (role: string, ground: string) => {
    const [one, ...layers] = [role, ...ground.split(' + ')].map((each) => {
      const color = theme[each]
      if (!color) throw new Error(`tokens.css has no ${each} in the ${name} theme`)
      return color
    })
    return contrast(one!, ...layers)
  }
  test.each(TEXT)('text %s on %s reaches 4.5:1', (role, ground) =>
    expect(measure(role, ground)).toBeGreaterThanOrEqual(4.5),
  )
  test.each(EDGES)('%s on %s reaches 3:1', (role, ground) =>
    expect(measure(role, ground)).toBeGreaterThanOrEqual(3),
  )
})

test('the measure itself: black on white is 21:1, and a known grey pair agrees', () => {
  expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1)
  // #767676 is the lightest grey that passes on white: 4.54:1.
  expect(contrast([0.5654, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1)
})
