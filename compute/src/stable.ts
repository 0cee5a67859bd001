/** Returns a deterministic 32-bit number for a text (FNV-1a with a final mix). */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Returns a deterministic number in [0, 1) for a text. */
export function stableFraction(text: string): number {
  return stableHash(text) / 2 ** 32
}

/** Returns a deterministic UUID (version 8) for a text. */
export function stableUuid(text: string): string {
  const hex = [0, 1, 2, 3].map((part) => stableHash(`${part}/${text}`).toString(16).padStart(8, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
