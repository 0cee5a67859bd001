/** Returns what is wrong with a web URL (`https://` or `http://`, at most 2048 characters), or null. */
export function webUrlProblem(value: string): string | null {
  if (value.length > 2048) return 'Must be 2048 characters or fewer'
  return /^https?:\/\/[^\s/?#\\@]+(?:[/?#]\S*)?$/i.test(value)
    ? null
    : 'Must be an address that begins with https:// or http://'
}

/**
 * Whether a path stays on this site, so that a browser can be redirected to it after sign-in. Browsers strip control
 * characters before they parse `//host`, and treat `\` as `/`, so neither is allowed.
 */
export const isOwnPath = (path: string): boolean => /^\/(?![/\\])\P{Cc}*$/u.test(path)
