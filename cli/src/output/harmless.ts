import type { Output, World } from '../target.ts'

/**
 * Control characters (C0, DEL, C1), bidirectional and other invisible ones, and the line separators of Unicode. They
 * could send commands to the terminal or reorder a line, and other users choose the names in a cloud.
 */
const HARMFUL = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** Escapes each UTF-16 unit as JSON does, so that escaped JSON means the same. */
const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => String.fromCharCode(92, 117) + character.charCodeAt(at).toString(16).padStart(4, '0'),
  ).join('')

/** Escapes all harmful characters of a value on one line. */
export const harmless = (text: string): string => text.replace(HARMFUL, escaped)

/** Characters of layout that the program itself writes: line ends, tabs, and erasing a line. */
const LAYOUT = new RegExp(`(\\r?\\n|\\t|\\r${String.fromCharCode(27)}\\[K|\\r)`)

/** Escapes all harmful characters of a text, except those of its layout. */
export const harmlessText = (text: string): string =>
  text
    .split(LAYOUT)
    .map((part, at) => (at % 2 === 1 ? part : harmless(part)))
    .join('')

/** Returns a world whose texts are harmless, whatever a server answers. Bytes are written as they are. */
export const withHarmlessOutput = (world: World): World => ({
  ...world,
  out: guarded(world.out),
  err: guarded(world.err),
})

const guarded = (output: Output): Output => ({
  write: (text) => output.write(typeof text === 'string' ? harmlessText(text) : text),
  // A terminal may be resized.
  get isTTY() {
    return output.isTTY ?? false
  },
  get columns() {
    return output.columns
  },
})

/** Returns the parts of a response; text is decoded, so that it is escaped when it is written. */
export function partsOf(response: Response): AsyncIterable<string | Uint8Array> {
  const stream = response.body ?? new Blob().stream()
  const isText = (response.headers.get('content-type') ?? '').startsWith('text/')
  return isText ? stream.pipeThrough(new TextDecoderStream()) : stream
}
