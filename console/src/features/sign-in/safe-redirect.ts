/** Only a path of this very site is gone back to; anything else would be somebody else's link. */
export const safeRedirect = (uri: unknown): string | undefined =>
  typeof uri === 'string' && /^\/(?![/\\])/.test(uri) ? uri : undefined
