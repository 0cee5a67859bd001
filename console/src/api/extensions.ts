import { EXTENSIONS, type Extensions } from '@granary/contract/call.ts'
import { EXTENSIONS_HEADER } from '@granary/contract/extension.ts'

let known: boolean | undefined

/** Learns from the first answer of a server whether it has the extensions. */
export function learnExtensions({ ok, headers }: Response): void {
  if (ok) known ??= headers.has(EXTENSIONS_HEADER)
}

/** Whether the server has the extensions; undefined before its first answer. */
export const hasExtensions = (): boolean | undefined => known

/** Sets what {@link learnExtensions} learns, for tests. */
export const setExtensions = (has: boolean | undefined): void => {
  known = has
}

/**
 * Returns the operations and fields that the published API doesn't have, or null if the server has only the published
 * API. Every page that needs a session is rendered after the first answer.
 */
export const useExtensions = (): Extensions | null => (known ? EXTENSIONS : null)
