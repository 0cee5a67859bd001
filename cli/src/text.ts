/** Byte order marks (Unicode 17.0, section 23.8) and the encodings that they announce. */
const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/** Returns the text of a file: UTF-8, or what its byte order mark says, such as the UTF-16 that PowerShell's `>` writes. */
export function textOf(bytes: Uint8Array): string {
  const found = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  return new TextDecoder(found?.encoding ?? 'utf-8').decode(bytes)
}
