type Block = { label: string; der: Uint8Array<ArrayBuffer> }

const MARKER = /-----(BEGIN|END) ([A-Z0-9 ]+)-----/g

/**
 * Returns the blocks of a PEM text (RFC 7468) and ignores text between them. Reads the text once: a search for the end of
 * each block separately would read it again for each beginning without an end.
 * @throws Error for a block that is not base64 or has no end.
 */
export function pemBlocks(text: string): Block[] {
  const blocks: Block[] = []
  let begun: { label: string; from: number } | null = null
  for (const { 0: marker, 1: kind, 2: label, index } of text.matchAll(MARKER)) {
    if (kind === 'BEGIN') {
      if (begun) throw notWhole()
      begun = { label: label!, from: index + marker.length }
    } else if (begun) {
      if (begun.label !== label) throw notWhole()
      blocks.push({ label, der: bytesOf(text.slice(begun.from, index)) })
      begun = null
    }
  }
  if (begun) throw notWhole()
  return blocks
}

/** Returns the certificates at these positions of a PEM text, in this order. */
export function pickCertificates(text: string, positions: readonly number[]): string {
  const certificates = pemBlocks(text).filter(({ label }) => label === 'CERTIFICATE')
  return positions.map((position) => pemText('CERTIFICATE', certificates[position]!.der)).join('')
}

function pemText(label: string, der: Uint8Array): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''))
  return `-----BEGIN ${label}-----\n${base64.replace(/.{64}/g, '$&\n').trimEnd()}\n-----END ${label}-----\n`
}

const notWhole = () => new Error('it is not whole: between its first and last line there must be base64 only')

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
  } catch {
    throw notWhole()
  }
}
