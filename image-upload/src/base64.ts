/** So many bytes at a time: a call takes only so many arguments. */
const STEP = 0x8000

type Encoding = Uint8Array & { toBase64?: () => string }

/** Bytes in standard base64; by the browser itself where it can. */
export function toBase64(bytes: Uint8Array): string {
  const native = (bytes as Encoding).toBase64
  if (native) return native.call(bytes)
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP)
    text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}
