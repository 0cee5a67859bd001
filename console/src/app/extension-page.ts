import type { Extensions } from '@granary/contract/call.ts'
import { notFound } from '@tanstack/react-router'
import { useExtensions } from '../api/extensions.ts'
import { fetchExtensions } from '../api/queries.ts'

// For pages of which nothing is left on a server without extensions.

/** Returns the extensions to the loader of a page. @throws not found on a server without extensions. */
export async function loadExtensions(): Promise<Extensions> {
  return (await fetchExtensions()) ?? missing()
}

/** Returns the extensions to a component of such a page. */
export const usePageExtensions = (): Extensions => useExtensions() ?? missing()

function missing(): never {
  throw notFound()
}
