/** Returns why a protected resource can't be deleted, and what lifts the protection. @param kind as users read it. */
export const protectionProblem = (kind: 'instance' | 'disk', name: string): string =>
  `${kind} "${name}" is protected from deletion; turn its deletion protection off first`

/** Returns why the disk of a protected instance can't be deleted before it is detached. */
export const heldDiskProblem = (name: string): string =>
  `disk "${name}" is attached to an instance that is protected from deletion`
