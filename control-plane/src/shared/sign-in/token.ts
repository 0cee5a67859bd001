/** 20 random bytes as 40 hex digits: the value of a session cookie. */
export function newToken(): string {
  return hex(crypto.getRandomValues(new Uint8Array(20)))
}

/** Returns the SHA-256 of a token, which is all that the database stores. Tokens are random, so a fast hash is enough. */
export async function hashToken(token: string): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))))
}

const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
