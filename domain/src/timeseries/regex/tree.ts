// Parts of a regular expression, as the parser returns them.

/** Decides about one character, given as a code point. */
export type CharacterTest = (code: number) => boolean

export type Node =
  | { kind: 'character'; test: CharacterTest }
  | { kind: 'start' | 'end' }
  | { kind: 'sequence'; nodes: Node[] }
  | { kind: 'choice'; nodes: Node[] }
  | { kind: 'repeat'; of: Node; min: number; max: number }

/** A regular expression that can't be used. */
export class PatternError extends Error {
  /** Index in the pattern. */
  readonly offset: number

  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}
