/** Bytes that become text at once, far fewer than a call may have arguments. */
const PART = 8_192

/** Returns bytes in base64. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = []
  for (let at = 0; at < bytes.length; at += PART)
    parts.push(String.fromCharCode(...bytes.subarray(at, at + PART)))
  return btoa(parts.join(''))
}

/** Returns the bytes of a text in base64. */
export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
