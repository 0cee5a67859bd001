type Block = { label: string; der: Uint8Array<ArrayBuffer> }

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([\s\S]*?)-----END \1-----/g

/**
 * Returns the blocks of a PEM text (RFC 7468) and ignores text between them.
 * @throws Error for a block that is not base64.
 */
export const pemBlocks = (text: string): Block[] =>
  [...text.matchAll(BLOCK)].map(([, label, inside]) => ({ label: label!, der: bytesOf(inside!) }))

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (character) => character.charCodeAt(0))
  } catch {
    throw new Error('it is not whole: between its first and last line there must be base64 only')
  }
}
