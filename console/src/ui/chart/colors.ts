/** Tokens of the lines' colours, in their order. More lines than colours start over. */
const TOKENS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `--series-${letter}`)
const LIMIT = '--text-muted'

/** Returns the name of the token of a line's colour. */
export const tokenOf = (line: { look?: string | undefined }, at: number): string =>
  line.look === 'limit' ? LIMIT : TOKENS[at % TOKENS.length]!

/** Returns the colour of a token in the current theme, for a canvas. */
export const colorOf = (token: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(token).trim()

/** Makes an OKLCH colour translucent. */
export const faded = (color: string, percent: number): string => color.replace(/\)$/, ` / ${percent}%)`)
