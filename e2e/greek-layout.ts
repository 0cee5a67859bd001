/** Letters of a Greek keyboard, by the key that types the Latin one on an American keyboard. Q is no letter there. */
const GREEK: Readonly<Record<string, string>> = {
  a: 'α',
  b: 'β',
  c: 'ψ',
  d: 'δ',
  e: 'ε',
  f: 'φ',
  g: 'γ',
  h: 'η',
  i: 'ι',
  j: 'ξ',
  k: 'κ',
  l: 'λ',
  m: 'μ',
  n: 'ν',
  o: 'ο',
  p: 'π',
  q: ';',
  r: 'ρ',
  s: 'σ',
  t: 'τ',
  u: 'θ',
  v: 'ω',
  w: 'ς',
  x: 'χ',
  y: 'υ',
  z: 'ζ',
}

/**
 * Returns a script by which the letters of shortcuts are those of a Greek keyboard. Text stays Latin, in fields, terminals and the
 * choices of a list, as its user switches the layout to type a name, and forgets to switch it back before a shortcut.
 */
export const greekLayout = (): string => `
  const greek = ${JSON.stringify(GREEK)}
  const { get } = Object.getOwnPropertyDescriptor(KeyboardEvent.prototype, 'key')
  Object.defineProperty(KeyboardEvent.prototype, 'key', {
    configurable: true,
    get() {
      const key = get.call(this)
      if (!this.ctrlKey && !this.metaKey) return key
      const letter = this.code.startsWith('Key') ? greek[key.toLowerCase()] : undefined
      if (letter === undefined) return key
      return key === key.toLowerCase() ? letter : letter.toUpperCase()
    },
  })
`
