/** What is wrong with the address of something on the web (`https://` or `http://`, at most 2048 characters), or null. */
export function webUrlProblem(value: string): string | null {
  if (value.length > 2048) return 'Must be 2048 characters or fewer'
  return /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(value)
    ? null
    : 'Must be an address that begins with https:// or http://'
}

/**
 * Whether a path leads to this very site, so that a browser may be sent there after signing in. Browsers take control
 * characters out and then read `//host`, and take `\` for `/`, so neither may be there.
 */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(path)
