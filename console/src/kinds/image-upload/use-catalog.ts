import { imageCatalogView } from '@granary/contract/generated/client.ts'
import { useQuery } from '@tanstack/react-query'
import { extensionQuery } from '../../api/queries.ts'

/** The images that the server proposes to fetch. Read ahead by what opens the panel, which waits for it. */
export const imageCatalog = extensionQuery(imageCatalogView, {}, async () => ({
  canFetch: false,
  images: [],
}))

/** Returns the images that the server proposes to fetch, null if it fetches none, and undefined before it answers. */
export function useCatalog() {
  const { data, isPending } = useQuery({ ...imageCatalog, throwOnError: false })
  if (isPending) return undefined
  return data?.canFetch ? data.images : null
}
