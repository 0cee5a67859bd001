/** Bytes of one literal: the length is stored in two bytes. */
const MAX_LITERAL = 65_536
/** Tag of a literal whose length less one follows in two bytes. */
const LITERAL = 61 << 2

/**
 * Returns bytes in the block format of Snappy, which remote write requires, as literals: nothing is compressed.
 * @see https://github.com/google/snappy/blob/main/format_description.txt
 */
export function snappyLiterals(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [Uint8Array.from(varint(bytes.length))]
  for (let at = 0; at < bytes.length; at += MAX_LITERAL) {
    const some = bytes.subarray(at, at + MAX_LITERAL)
    const last = some.length - 1
    parts.push(Uint8Array.of(LITERAL, last & 0xff, last >> 8), some)
  }
  return Buffer.concat(parts)
}

/** Returns a number below 2^53 in the variable length of Protocol Buffers and Snappy: seven bits a byte, lowest first. */
export function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  return [...bytes, rest]
}
