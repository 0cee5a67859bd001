/** A part of a document: from the first to the last byte, both included. */
export type ByteRange = { first: number; last: number }

/**
 * Reads a `range` header (RFC 9110 section 14.2) for a document of `size` bytes.
 * @returns null for the whole document, because there is no range, or one that a server may ignore: another unit, a
 * wrong form, or several ranges.
 */
export function byteRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (!match) return null
  const [, from, to] = match as unknown as [string, string, string]
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 }
  }
  const first = Number(from)
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < first) return null
  return first >= size ? 'unsatisfiable' : { first, last }
}
