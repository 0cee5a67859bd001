import { base64 } from '@scure/base'

/**
 * Returns why a text is not standard base64 (RFC 4648: `+` and `/`, padded, no line breaks, no leftover bits), or null.
 */
export function base64Problem(text: string): string | null {
  const wrong = /[^A-Za-z0-9+/]/.exec(text.replace(/={1,2}$/, ''))
  if (wrong) return `Invalid byte ${wrong[0].codePointAt(0)}, offset ${wrong.index}`
  if (text.length % 4 !== 0) return 'Invalid padding'
  return /[^AQgw]==$|[^AEIMQUYcgkosw048=]=$/.test(text) ? 'Invalid last symbol' : null
}

/** Returns the decoded length of valid base64, in bytes. */
export function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return (text.length / 4) * 3 - padding
}

/**
 * Returns the bytes of valid standard base64. A hundred times as fast as `Uint8Array.from(atob(text), …)`, which takes 0.1 seconds for
 * a megabyte.
 */
export const fromBase64 = (text: string): Uint8Array => base64.decode(text)

/** Returns bytes as standard base64. */
export const toBase64 = (bytes: Uint8Array): string => base64.encode(bytes)
